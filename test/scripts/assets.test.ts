import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildAssets } from '#scripts/assets/assets.ts';

const FOLDERS = ['.build/dashboard', '.build/reference', '.build/assets'];

it('leaves a file that stays the same as it is, so that starting a service reloads none that runs', async () => {
  await buildAssets();
  const list = () =>
    FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
        const { ino, mtimeMs } = statSync(join(folder, name));
        return { name, ino, mtimeMs };
      }),
    );
  const before = list();
  expect(before.map(({ name }) => name)).toContain('app.css.txt');
  await buildAssets();
  expect(list()).toEqual(before);
});

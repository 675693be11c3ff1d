import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { tagOf } from '#scripts/installation/release.ts';

it('tags a version by its source, and not by the files that a local service and the compiler keep beside it', () => {
  const root = mkdtempSync(join(tmpdir(), 'qr-release-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('package-lock.json', '{}');
  write('src/shortlink/index.ts', 'export {};');
  const tag = tagOf(root, {});
  write('src/shortlink/.wrangler/tmp/index.js', 'junk');
  write('src/shortlink/tsconfig.tsbuildinfo', 'junk');
  expect(tagOf(root, {})).toBe(tag);
  write('src/shortlink/index.ts', 'export default {};');
  expect(tagOf(root, {})).not.toBe(tag);
  rmSync(root, { recursive: true });
});

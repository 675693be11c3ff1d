import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

/** More than this many files do not fit into one look at a folder. */
const MOST_FILES = 18;

it(`no folder has more than ${MOST_FILES} loose files`, () => {
  const list = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'src',
    'harness',
    'scripts',
    'test',
  ];
  const folders = execFileSync('git', list, { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => path.dirname(file));
  const counts = new Map<string, number>();
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

import { expect, it } from 'vitest';
import { PROGRAMS, spawnProgram } from '#harness/node/run-program.ts';

it.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])(
  'npm run %s starts a process, which says what was wrong and fails',
  async (name) => {
    expect(await spawnProgram(name, 'dance')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no command "dance".\n\nUsage: npm run --silent'),
    });
  },
);

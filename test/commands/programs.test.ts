import { expect, it } from 'vitest';
import { PROGRAMS, spawnScript } from '#harness/node/run-program.ts';

it.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])(
  'npm run %s starts a process, which says what was wrong and fails',
  async (name) => {
    expect(await spawnScript(name, 'dance')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no command "dance".\n\nUsage: npm run --silent'),
    });
  },
);

it.each([
  ['setup', '--domain', 'example.com'],
  ['upgrade'],
  ['rollback'],
  ['backup'],
  ['restore', '--images'],
  ['doctor'],
  ['account', 'create', '--name', 'Shop', '--remote'],
  ['code', 'disable', 'qr_k7m2p9qa', '--reason', 'harm', '--remote'],
  ['reports', '--remote'],
  ['blocklist', 'list', '--remote'],
  ['text', 'reset', 'privacy', '--remote'],
  ['brand', 'name', 'Codes', '--remote'],
])('npm run %s acts on the installation of --installation and --environment', async (name, ...words) => {
  const chosen = ['--installation', 'Second', '--environment', 'staging'];
  expect(await spawnScript(name, ...words, ...chosen)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('"Second-staging" cannot name an installation.') as string,
  });
});

it.each([
  [['--installation', 'second'], 'choose a deployed database: add --remote'],
  [['--environment', 'staging'], 'choose a deployed database: add --remote'],
  [['--state', 'elsewhere', '--remote'], 'leave one of them out'],
])('npm run account refuses %j, which would be another database than was meant', async (options, message) => {
  expect(await spawnScript('account', 'list', ...options)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(message) as string,
  });
});

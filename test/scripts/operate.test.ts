import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryPlace } from '#harness/node/query-place.ts';
import { type PROGRAMS, runProgram } from '#harness/node/run-program.ts';
import { createAccount, findAccountOfKey, invite, listAccounts } from '#scripts/support/accounts.ts';
import { readHostList } from '#scripts/support/blocklist.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import type { Place } from '#scripts/support/place.ts';
import {
  deleteAccount,
  disableCode,
  findCode,
  restoreAccount,
  resumeAccount,
  suspendAccount,
} from '#scripts/support/operate.ts';

/** The commands as an operator runs them, on the database of their own state folder. */

let stateDir: string;
let accountId: string;
let place: Place & AsyncDisposable;

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'qr-operate-'));
  place = openLocalDatabase(join(stateDir, 'state'));
  ({ accountId } = await createAccount(place, { name: 'Demo', plan: 'free' }));
  for (const [position, codeId] of [
    [-1, 'k7m2p9qa'],
    [-2, 'sec0nd00'],
  ]) {
    await queryPlace(
      place,
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       VALUES (${position}, '${codeId}', '${accountId}', 'url', 'https://example.com/', 'https://example.com/', 1, '#000000', '#ffffff', 'png',
         1024, 4, 'M', 2, 1, 0, 0)`,
    );
  }
});

afterAll(async () => {
  await place[Symbol.asyncDispose]();
  rmSync(stateDir, { recursive: true, force: true });
});

/** A command's output and exit code. */
async function run(program: keyof typeof PROGRAMS, ...words: string[]) {
  const { exitCode, stdout, stderr } = await runProgram(place, program, ...words);
  return { code: exitCode, output: stdout + stderr };
}

async function stateOf(codeId: string) {
  const [row] = await queryPlace(
    place,
    `SELECT disabled_for, disabled_reason, revision FROM qr_codes WHERE code_id = '${codeId}'`,
  );
  return row;
}

it('disables a code by its short URL, and enables it by its id', async () => {
  const disabled = await run(
    'code',
    'disable',
    'https://GO.EXAMPLE.COM/K7M2P9QA',
    '--reason',
    "a court's order",
    '--legal',
  );
  expect(disabled).toMatchObject({ code: 0, output: expect.stringContaining('Disabled qr_k7m2p9qa') });
  expect(await stateOf('k7m2p9qa')).toEqual({
    disabled_for: 'legal',
    disabled_reason: "a court's order",
    revision: 2,
  });
  const enabled = await run('code', 'enable', 'qr_k7m2p9qa');
  expect(enabled).toMatchObject({ code: 0, output: expect.stringContaining('Enabled qr_k7m2p9qa') });
  expect(await stateOf('k7m2p9qa')).toEqual({ disabled_for: null, disabled_reason: null, revision: 3 });
});

it('records its actions on an account and its codes in the account’s audit log, without the reason', async () => {
  await run('code', 'disable', 'qr_k7m2p9qa', '--reason', 'secret words', '--legal');
  await run('code', 'enable', 'qr_k7m2p9qa');
  await run('account', 'suspend', accountId, '--reason', 'secret words', '--codes');
  await run('account', 'resume', accountId);
  const entries = await queryPlace(
    place,
    `SELECT action, actor_id, subject_id, note FROM activities WHERE account_id = '${accountId}' AND action <> 'api_key.created'
     ORDER BY happened_at_ms DESC, action LIMIT 4`,
  );
  expect(entries).toEqual([
    { action: 'account.resumed', actor_id: null, subject_id: null, note: null },
    { action: 'account.suspended', actor_id: null, subject_id: null, note: 'codes' },
    { action: 'code.enabled', actor_id: null, subject_id: 'qr_k7m2p9qa', note: null },
    { action: 'code.disabled', actor_id: null, subject_id: 'qr_k7m2p9qa', note: 'legal' },
  ]);
});

it('records nothing in the audit log when it refuses, and nothing is done that cannot be recorded', async () => {
  const count = () => queryPlace(place, 'SELECT count(*) AS entries FROM activities');
  const before = await count();
  for (const words of [
    ['plan', 'acc_nobody', 'pro'],
    ['revoke', '--key', 'key_nobody'],
    ['suspend', 'acc_nobody', '--reason', 'x'],
    ['resume', accountId],
  ])
    expect(await run('account', ...words)).toMatchObject({ code: 1 });
  expect(await run('code', 'enable', 'sec0nd00')).toMatchObject({ code: 1 });
  expect(await count()).toEqual(before);

  await queryPlace(place, 'ALTER TABLE activities RENAME TO hidden');
  expect(await run('code', 'disable', 'sec0nd00', '--reason', 'x')).toMatchObject({ code: 1 });
  expect(await run('account', 'plan', accountId, 'pro')).toMatchObject({ code: 1 });
  expect(await run('account', 'suspend', accountId, '--reason', 'x')).toMatchObject({ code: 1 });
  await queryPlace(place, 'ALTER TABLE hidden RENAME TO activities');
  expect(await stateOf('sec0nd00')).toMatchObject({ disabled_for: null });
  expect(await listAccounts(place)).toMatchObject([{ plan: 'free', suspended_at: null }]);
});

it('adds somebody once whom two operators invite at the same moment, and gives each a link for them', async () => {
  const invitation = { accountId, name: 'Grace', email: null, role: null };
  const paths = await Promise.all([invite(place, invitation), invite(place, invitation)]);
  expect(new Set(paths).size).toBe(2);
  expect(
    await queryPlace(
      place,
      "SELECT role, count(*) AS links FROM people JOIN sign_in_links ON person_id = people.id WHERE name = 'Grace' GROUP BY people.id",
    ),
  ).toEqual([{ role: 'owner', links: 2 }]);
});

it('prints a sign-in link for a person who is there, by name or id, and adds nobody', async () => {
  await invite(place, { accountId, name: 'Ada', email: null, role: 'member' });
  const countPeople = () => queryPlace(place, 'SELECT count(*) AS people FROM people');
  const before = await countPeople();
  const [ada] = await queryPlace(place, "SELECT id FROM people WHERE name = 'Ada'");
  for (const who of ['Ada', String(ada?.['id'])]) {
    const { code, output } = await run('account', 'sign-in', accountId, '--person', who);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^http:\S+\/sign-in\/link\/[\w-]{16}\.[\w-]{43}\n$/),
    ]);
  }
  const links =
    "SELECT count(*) AS links FROM sign_in_links JOIN people ON people.id = person_id WHERE name = 'Ada'";
  expect(await queryPlace(place, links)).toEqual([{ links: 3 }]);
  const { code, output } = await run('account', 'sign-in', accountId, '--person', 'Eve');
  expect([code, output]).toEqual([1, expect.stringContaining(`${String(ada?.['id'])} (Ada)`)]);
  expect(await countPeople()).toEqual(before);
});

it('says so, instead of trying for ever, if the database takes nobody', async () => {
  await queryPlace(place, 'CREATE TRIGGER lost BEFORE INSERT ON people BEGIN SELECT RAISE(IGNORE); END');
  const { code, output } = await run('account', 'invite', '--account', accountId, '--name', 'Nobody');
  await queryPlace(place, 'DROP TRIGGER lost');
  expect(output).toBe('"Nobody" was neither found among the people of the account nor added. Try again.\n');
  expect(code).toBe(1);
});

it.each([
  ['no reason', ['disable', 'qr_k7m2p9qa'], '--reason is missing'],
  ['a code that was never issued', ['disable', 'qr_00000000', '--reason', 'x'], 'qr_00000000'],
  ['something that is not a code', ['disable', 'hello', '--reason', 'x'], '"hello" is not a code'],
  ['a code that is not disabled', ['enable', 'sec0nd00'], 'no disabled code'],
])('refuses %s, and says what is wrong', async (_, args, words) => {
  expect(await run('code', ...args)).toEqual({ code: 1, output: expect.stringContaining(words) });
});

it('suspends an account: nobody is signed in, codes lead on unless they are disabled too, and resuming undoes it', async () => {
  await invite(place, { accountId, name: 'Owner', email: null, role: null });
  await queryPlace(
    place,
    "INSERT INTO sessions (id, person_id, secret_hash, browser, created_at_ms, seen_at_ms) SELECT 'ses', id, '', '', 0, 0 FROM people LIMIT 1",
  );
  await suspendAccount(place, accountId, { reason: 'phishing', disablesCodes: false });
  const count = (table: string) => queryPlace(place, `SELECT count(*) AS rows FROM ${table}`);
  expect(await count('sessions')).toEqual([{ rows: 0 }]);
  expect(await count('sign_in_links')).toEqual([{ rows: 0 }]);
  expect(await listAccounts(place)).toMatchObject([{ suspended_reason: 'phishing' }]);
  expect(await stateOf('sec0nd00')).toMatchObject({ disabled_for: null });

  await disableCode(place, await findCode(place, 'k7m2p9qa'), { disabledFor: 'abuse', reason: 'its own' });
  const both = await run('account', 'suspend', accountId, '--reason', 'phishing', '--codes');
  expect(both.output).toContain('Codes disabled: 1.');
  expect(await stateOf('sec0nd00')).toMatchObject({ disabled_for: 'abuse' });

  expect((await run('account', 'resume', accountId)).output).toContain('Codes enabled: 1.');
  expect(await stateOf('sec0nd00')).toMatchObject({ disabled_for: null });
  expect(await stateOf('k7m2p9qa')).toMatchObject({ disabled_for: 'abuse', disabled_reason: 'its own' });
  expect(await listAccounts(place)).toMatchObject([{ suspended_at: null, suspended_reason: null }]);
});

it('approves company prefixes, each for one account', async () => {
  const { accountId: other } = await createAccount(place, { name: 'Other', plan: 'free' });
  expect(await run('gs1', 'approve', '9506000', accountId)).toMatchObject({
    code: 0,
    output: expect.stringContaining('each GTIN-13 from 9506000000000 to 9506000999999.') as string,
  });
  expect(await run('gs1', 'approve', '9506000', accountId)).toMatchObject({ code: 0 });
  for (const [prefix, id, problem] of [
    ['95060001', other, '9506000 is approved for another account'],
    ['9506', other, '9506000 is approved for another account'],
    ['9507', 'acc_missing', 'There is no account acc_missing'],
    ['950', other, 'has 4 to 12 digits, not "950"'],
  ] as const)
    expect(await run('gs1', 'approve', prefix, id)).toEqual({
      code: 1,
      output: expect.stringContaining(problem) as string,
    });
  expect((await run('gs1', 'list')).output).toMatch(new RegExp(`9506000.*${accountId}`));
  expect(await run('gs1', 'withdraw', '9506000')).toMatchObject({ code: 0 });
  expect(await run('gs1', 'withdraw', '9506000')).toMatchObject({ code: 1 });
});

it('manages the blocklist', async () => {
  expect(await run('blocklist', 'add', 'Phish.Example', 'https://bücher.example/x')).toMatchObject({
    code: 0,
  });
  const listed = await run('blocklist', 'list');
  expect(listed.output).toContain('phish.example');
  expect(listed.output).toContain('xn--bcher-kva.example');
  expect(await run('blocklist', 'remove', 'phish.example')).toMatchObject({ code: 0 });
  expect(await run('blocklist', 'remove', 'phish.example')).toEqual({
    code: 1,
    output: expect.stringContaining('not on the blocklist'),
  });
});

it('reads lists of hosts, and refuses an invalid line by its number', () => {
  expect(
    readHostList('# comment\n\nexample.com\r\n0.0.0.0 ads.example # why\n*.wild.example\nexample.com'),
  ).toEqual(['example.com', 'ads.example', 'wild.example']);
  expect(() => readHostList('example.com\nnot a host')).toThrow('Line 2 is not a host');
});

it('lists the open reports, safe to print, and closes them by number or by code', async () => {
  expect((await run('reports')).output).toBe('Open reports: 0.\n');
  const note = Buffer.from('It asks\n\u001b]0;owned\u0007\u202egnp.exe').toString('hex');
  await queryPlace(
    place,
    `INSERT INTO abuse_reports (code_id, reported_at_ms, reason, note, email) VALUES
       ('k7m2p9qa', 0, 'phishing', CAST(X'${note}' AS TEXT), 'ada@example.com'), ('sec0nd00', 0, 'other', NULL, NULL), ('sec0nd00', 0, 'illegal', NULL, NULL)`,
  );
  const { output } = await run('reports');
  expect(output).toContain(`1  1970-01-01 00:00:00  phishing  qr_k7m2p9qa (disabled, ${accountId})`);
  expect(output).toContain(
    '  target: https://example.com/\n  note: It asks\n     ]0;owned  gnp.exe\n  from: ada@example.com',
  );
  expect(output).toContain('Open reports: 3.');

  expect((await run('reports', 'close', '1')).output).toContain('Closed reports: 1.');
  expect(await run('reports', 'close', 'https://go.example.com/SEC0ND00')).toEqual({
    code: 0,
    output: 'Closed reports: 2.\n',
  });
  expect((await run('reports', 'list')).output).toBe('Open reports: 0.\n');
  expect(await run('reports', 'close', '1')).toEqual({
    code: 1,
    output: expect.stringContaining('no open report'),
  });
  expect(await run('reports', 'close', 'hello')).toEqual({
    code: 1,
    output: expect.stringContaining('"hello" is neither the number of a report nor a code'),
  });
});

it('lists and closes reports of hosts, with the account that has them', async () => {
  await queryPlace(
    place,
    `INSERT INTO domains (id, account_id, host, state, proof, records, created_at_ms, verified_at_ms, revision)
     VALUES ('dom_0000000000000001', '${accountId}', 'go.brand.example', 'active', '', '[]', 0, 0, 1)`,
  );
  await queryPlace(
    place,
    `INSERT INTO abuse_reports (host, reported_at_ms, reason) VALUES ('go.brand.example', 0, 'phishing'), ('gone.example', 0, 'other')`,
  );
  const { output } = await run('reports');
  expect(output).toContain(`phishing  go.brand.example (${accountId})`);
  expect(output).toContain('other  gone.example (no account)');
  const closed = await run('reports', 'close', 'GO.brand.example', 'gone.example');
  expect(closed.output).toContain('Closed reports: 2.');
});

it('writes the copies of domains without their pages when their account is stopped, and with them when it is back', async () => {
  const opened = await createAccount(place, { name: 'Stopped', plan: 'free' });
  await queryPlace(
    place,
    `INSERT INTO domains (id, account_id, host, state, root_url, proof, records, created_at_ms, verified_at_ms, revision)
     VALUES ('dom_0000000000000002', '${opened.accountId}', 'go.stopped.example', 'active', 'https://stopped.example/', '', '[]', 0, 0, 1)`,
  );
  const copies: { rootUrl: string | null; revision: number }[] = [];
  const watched: Place = {
    ...place,
    async putPairs(pairs) {
      for (const { key, value } of pairs)
        if (key === 'domain/go.stopped.example') copies.push(JSON.parse(value) as (typeof copies)[number]);
    },
  };
  await suspendAccount(watched, opened.accountId, { reason: 'x', disablesCodes: false });
  await resumeAccount(watched, opened.accountId);
  await deleteAccount(watched, opened.accountId, { isFinal: false });
  await restoreAccount(watched, opened.accountId);
  const rootUrl = 'https://stopped.example/';
  expect(copies).toMatchObject([
    { rootUrl: null, revision: 2 },
    { rootUrl, revision: 3 },
    { rootUrl: null, revision: 4 },
    { rootUrl, revision: 5 },
  ]);
});

it('finds a code as people name it', async () => {
  for (const text of [
    'qr_k7m2p9qa',
    'K7M2P9QA',
    'https://go.example.com/K7M2P9QA?utm=1',
    'http://localhost:8787/s/k7m2p9qa',
  ])
    expect(await findCode(place, text)).toBe('k7m2p9qa');
  await queryPlace(
    place,
    "INSERT INTO link_names (path, host, code_id) VALUES ('menu-2027', '', 'sec0nd00')",
  );
  for (const text of ['Menu-2027', 'https://GO.EXAMPLE.COM/MENU-2027'])
    expect(await findCode(place, text)).toBe('sec0nd00');
  await expect(findCode(place, 'https://go.example.com/menu-2028')).rejects.toThrow('is not a code');
});

it('gives the product a name and a logo, of which it keeps only what it drew', async () => {
  const file = join(stateDir, 'logo.svg');
  writeFileSync(
    file,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><!-- secret --><path fill="#f00" d="M0 0h10v10z"/></svg>',
  );
  const pairs = new Map<string, string>();
  const recording: Place = {
    ...place,
    putPairs: async (stored) => stored.forEach(({ key, value }) => pairs.set(key, value)),
  };
  expect(await runProgram(recording, 'brand', 'name', '  Acme Codes ')).toMatchObject({ exitCode: 0 });
  expect(await runProgram(recording, 'brand', 'logo', file)).toMatchObject({ exitCode: 0 });
  const [, base64 = ''] = pairs.get('brand/logo')?.split('data:image/svg+xml;base64,') ?? [];
  expect([pairs.get('brand/name'), atob(base64)]).toEqual([
    'Acme Codes',
    expect.stringMatching(/^<svg [^>]+><path fill="#ff0000"[^>]+\/><\/svg>$/),
  ]);
  await runProgram(recording, 'brand', 'reset');
  expect([...pairs.values()]).toEqual(['', '']);
});

it.each([
  ['a name that is too long', ['name', 'x'.repeat(31)], '1 to 30 characters'],
  ['a name of several lines', ['name', 'Acme\nCodes'], 'on one line'],
  ['a file that is no picture', ['logo', 'package.json'], 'cannot be the logo'],
  ['an SVG with a script', ['logo', 'SVG'], 'cannot be the logo'],
])('refuses %s as the brand', async (_, args, words) => {
  const file = join(stateDir, 'bad.svg');
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>1</script></svg>');
  const named = args.map((word) => (word === 'SVG' ? file : word));
  expect(await run('brand', ...named)).toEqual({ code: 1, output: expect.stringContaining(words) });
});

it('deletes an account, says until when it can be restored, and restores it as it was, also a suspended one', async () => {
  const { accountId: id, apiKey } = await createAccount(place, { name: 'Blue Fig', plan: 'free' });
  await run('account', 'suspend', id, '--reason', 'spam');
  const deleted = await run('account', 'delete', id);
  expect(deleted).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^Deleted acc_\w+ \("Blue Fig"\).*It can be restored until \d{4}-\d\d-\d\d/,
    ),
  });
  expect(await findAccountOfKey(place, apiKey)).toBeNull();
  expect(await run('account', 'delete', id)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${id} is deleted already. It can be restored until`),
  });
  expect((await listAccounts(place)).at(-1)).toMatchObject({
    ...{ deleted_at: expect.any(String), restorable_until: expect.any(String), removed_at: null },
  });

  expect((await run('account', 'restore', id)).output).toContain(`Restored ${id} ("Blue Fig").`);
  expect(await findAccountOfKey(place, apiKey)).toBe(id);
  expect((await listAccounts(place)).at(-1)).toMatchObject({ suspended_reason: 'spam', deleted_at: null });
  expect(await run('account', 'restore', id)).toMatchObject({
    code: 1,
    output: expect.stringContaining('It is not deleted.'),
  });
});

it('deletes an account for good with --now, also one that is deleted already, and nobody restores it', async () => {
  const { accountId: id } = await createAccount(place, { name: 'Blue Fig', plan: 'free' });
  await run('account', 'delete', id);
  expect((await run('account', 'delete', id, '--now')).output).toContain('Nobody can restore it.');
  for (const words of [
    ['restore', id],
    ['delete', id],
    ['delete', id, '--now'],
  ])
    expect(await run('account', ...words)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Nobody can restore it.'),
    });

  await queryPlace(place, `UPDATE accounts SET name = '', removed_at_ms = 1 WHERE id = '${id}'`);
  for (const words of [
    ['restore', id],
    ['delete', id],
    ['suspend', id, '--reason', 'x'],
    ['plan', id, 'pro'],
    ['create-key', '--account', id, '--name', 'x'],
    ['invite', '--account', id],
  ])
    expect(await run('account', ...words), words[0]).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no account'),
    });
});

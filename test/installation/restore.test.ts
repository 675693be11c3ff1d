import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseCopy } from '#harness/cloudflare/database-copy.ts';
import { install as installInto } from '#harness/cloudflare/install.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { backUpToFile } from '#scripts/installation/back-up.ts';
import { restore } from '#scripts/installation/restore/restore.ts';

/** Backup and restore as commands, against the stand-in for Cloudflare's API. test/api/backups has the drill on real D1, R2 and KV. */

let open: OpenAccount;
let dir: string;

beforeEach(async () => {
  open = await openAccount();
  dir = mkdtempSync(join(tmpdir(), 'qr-backup-'));
});
afterEach(async () => {
  rmSync(dir, { recursive: true, force: true });
  await open[Symbol.asyncDispose]();
});

const install = (name: string) => installInto(open, name);

function addCodes(copy: DatabaseCopy, count: number): void {
  copy.query("INSERT INTO accounts (id, name, plan, created_at_ms) VALUES ('acc_1', 'It''s', 'free', 0)", []);
  copy.query(
    `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, color_dark, color_light, format, size,
       margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
     SELECT -value, printf('%08d', value), 'acc_1', 'url', 'https://example.com/' || value, 'https://example.com/', 1, 'Menu ' || value, '#000000',
       '#ffffff', 'png', 512, 4, 'M', 2, 1, value, value FROM json_each('[' || ?1 || ']') ORDER BY value`,
    [Array.from({ length: count }, (_, i) => i).join(',')],
  );
  copy.query(
    "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES ('00000001', 1700000000000, 'mobile', 'v')",
    [],
  );
}

const rowsOf = (copy: DatabaseCopy, table: string) =>
  copy.query(`SELECT * FROM ${table} ORDER BY 1`, [])[0]!.results;
const TABLES = ['accounts', 'qr_codes', 'scans', 'scan_days', 'account_days'];

describe('a backup', () => {
  it('brings every row into another installation, counts nothing twice, and fills the search again', async () => {
    const { copy } = install('qr');
    // More than one page of rows, and more than one statement of a restore.
    addCodes(copy, 2_300);
    const file = await backUpToFile({ file: join(dir, 'b.gz') }, open.platform);
    const target = install('other');
    await restore({ installation: 'other', file }, open.platform);

    for (const table of TABLES) expect(rowsOf(target.copy, table), table).toEqual(rowsOf(copy, table));
    const [found] = target.copy.query(`SELECT count(*) AS found FROM qr_code_search('Men AND enu')`, []);
    expect(found?.results).toEqual([{ found: 2_300 }]);
    expect(rowsOf(target.copy, 'sqlite_master').map((row) => row['name'])).toContain('scans_count_by_day');
    // The cron repairs the rest; the sweep continues.
    expect(Object.fromEntries(target.values)).toEqual({ 'images/redrawn-up-to': 'start' });
  });

  it('brings binary columns back byte for byte, empty ones and those without a value too', async () => {
    const { copy } = install('qr');
    const target = install('other');
    const table = 'CREATE TABLE binaries (id INTEGER PRIMARY KEY NOT NULL, bytes BLOB) STRICT';
    for (const one of [copy, target.copy]) one.query(table, []);
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    copy.query('INSERT INTO binaries (bytes) VALUES (?), (NULL), (?)', [every, new Uint8Array()]);
    const file = await backUpToFile({ file: join(dir, 'b.gz') }, open.platform);
    await restore({ installation: 'other', file }, open.platform);

    expect(rowsOf(target.copy, 'binaries').map(({ bytes }) => bytes)).toEqual([[...every], null, []]);
    const [types] = target.copy.query(
      'SELECT DISTINCT typeof(bytes) AS type FROM binaries ORDER BY type',
      [],
    );
    expect(types?.results).toEqual([{ type: 'blob' }, { type: 'null' }]);
  });

  it('is restored by a second run if the first one was interrupted', async () => {
    const { copy } = install('qr');
    addCodes(copy, 1_200);
    const file = await backUpToFile({ file: join(dir, 'b.gz') }, open.platform);
    const target = install('other');
    let queries = 0;
    open.account.faults.breaks = (line) =>
      line.endsWith('/query') && target.values.has('images/sweep-suspended-until-ms') && ++queries >= 40
        ? 'cut after'
        : null;
    await expect(restore({ installation: 'other', file }, open.platform)).rejects.toThrow(
      'Run the same command again to continue.',
    );
    expect(target.values.has('images/sweep-suspended-until-ms')).toBe(true);

    open.account.faults.breaks = null;
    await restore({ installation: 'other', file }, open.platform);
    for (const table of TABLES) expect(rowsOf(target.copy, table), table).toEqual(rowsOf(copy, table));
    expect(target.values.has('images/sweep-suspended-until-ms')).toBe(false);
  });

  it('is put where git ignores it and only this user can read it, if no place is named', async () => {
    addCodes(install('qr').copy, 3);
    const { installationsDir } = open.platform;
    const file = await backUpToFile({}, open.platform);
    expect(relative(installationsDir, file)).toMatch(/^qr\/backups\/qr-[\dT-]+\.ndjson\.gz$/);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', installationsDir, ...words], { encoding: 'utf8' });
    git('init', '-q');
    expect(git('status', '--porcelain', '-uall')).not.toContain('backups');
  });

  it('leaves no incomplete file if the database fails', async () => {
    install('qr');
    open.account.faults.breaks = (line) => (line.endsWith('/query') ? 500 : null);
    const file = join(dir, 'b.gz');
    await expect(backUpToFile({ file }, open.platform)).rejects.toThrow('The backup was not made');
    expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false);
  });
});

describe('what cannot be restored', () => {
  it.each<[string, (text: string) => Buffer | string, string]>([
    [
      'a file that is cut off',
      (text) => gzipSync(text.slice(0, text.lastIndexOf('{"rows"'))),
      'is cut off: its last line is missing',
    ],
    ['a file whose compression is cut off', (text) => gzipSync(text).subarray(0, 200), 'cannot be read'],
    ['a changed file', (text) => gzipSync(text.replace('Menu 1', 'Menu 2')), 'its checksum is wrong'],
    ['another file', () => 'Dear Sir or Madam', 'cannot be read'],
    ['other lines', () => gzipSync('{"a":1}\n{"b":2}\n'), 'is not a backup of this service'],
  ])('%s is refused, and nothing changes', async (_, damage, message) => {
    const { copy } = install('qr');
    addCodes(copy, 20);
    const file = await backUpToFile({ file: join(dir, 'b.gz') }, open.platform);
    writeFileSync(file, damage(gunzipSync(readFileSync(file)).toString('utf8')));
    const { copy: target, values } = install('other');
    await expect(restore({ installation: 'other', file }, open.platform)).rejects.toThrow(message);
    expect(rowsOf(target, 'qr_codes')).toEqual([]);
    expect(values.size).toBe(0);
  });

  it('a missing file, and a database that has rows already', async () => {
    const { copy } = install('qr');
    addCodes(copy, 3);
    await expect(restore({ file: join(dir, 'none') }, open.platform)).rejects.toThrow('There is no file');
    const file = await backUpToFile({ file: join(dir, 'b.gz') }, open.platform);
    await expect(restore({ file }, open.platform)).rejects.toThrow(
      'The database has rows already (accounts): a backup is restored into an empty one',
    );
    expect(rowsOf(copy, 'qr_codes')).toHaveLength(3);
  });

  it('two ways at once', async () => {
    install('qr');
    await expect(restore({ file: 'a', time: '2026-11-21' }, open.platform)).rejects.toThrow(
      'Name one thing to restore from',
    );
  });

  it.each([
    ['5', 'must be a time with its zone'],
    ['yesterday', 'must be a time with its zone'],
    ['2026-11-22 20:00', 'must be a time with its zone'],
    ['2026-11-22T20:00:00', 'must be a time with its zone'],
    ['2026-02-30T20:00:00Z', 'must be a time with its zone'],
    ['2026-11-23T12:00:01Z', 'is in the future: it is 2026-11-23T12:00:00.000Z now'],
    ['2026-10-24T11:59:00Z', 'is too early: D1 goes back 30 days here, to 2026-10-24T12:00:00.000Z'],
  ])('the time %s, and nothing changes', async (time, message) => {
    const { copy, values } = install('qr');
    addCodes(copy, 2);
    const before = copy.bookmark();
    const platform = { ...open.platform, nowMs: () => Date.parse('2026-11-23T12:00:00Z') };
    await expect(restore({ time }, platform)).rejects.toThrow(message);
    await expect(restore({ bookmark: time }, platform)).rejects.toThrow('--bookmark must be one that');
    expect(copy.bookmark()).toBe(before);
    expect(values.size).toBe(0);
  });

  it.each(['time', 'file'])('anything, if the person says no to a %s', async (way) => {
    const { copy, values } = install('qr');
    const file = await backUpToFile({ file: join(dir, 'b.gz') }, open.platform);
    const before = copy.bookmark();
    const what = way === 'file' ? { file } : { time: new Date().toISOString() };
    await expect(restore({ ...what, confirm: async () => false }, open.platform)).rejects.toThrow(
      'Nothing was changed.',
    );
    expect(open.lines.at(-1)).toMatch(
      way === 'file' ? /rows, is written into the empty database/ : /Every change since then is lost/,
    );
    expect([copy.bookmark(), values.size]).toEqual([before, 0]);
  });

  it('a bookmark that D1 does not know, and the sweep of images goes on', async () => {
    const { values } = install('qr');
    const bookmark = `000fffff-00000000-00004e2f-${'0'.repeat(32)}`;
    await expect(restore({ bookmark }, open.platform)).rejects.toThrow(
      /Invalid bookmark.*\nNothing was changed/,
    );
    expect(values.size).toBe(0);
  });
});

it('a restore suspends the sweep of images only after every check', async () => {
  install('qr');
  await restore({ time: new Date().toISOString() }, open.platform);
  const changes = open.standIn.requests.filter((line) => !line.startsWith('GET '));
  expect(changes.map((line) => line.replace(/^.*\//, ''))).toEqual([
    ...['bulk', 'restore', 'bulk', 'sweep%2Fverified-until-ms', 'images%2Fsweep-suspended-until-ms'],
  ]);
});

it('Time Travel brings an earlier state back, and says how to undo it', async () => {
  const { copy, values } = install('qr');
  addCodes(copy, 3);
  const bookmark = copy.bookmark();
  values.set('sweep/verified-until-ms', '1700000000000');
  copy.query('UPDATE qr_codes SET target = ?', ['https://wrong.example/']);
  await restore({ bookmark }, open.platform);

  expect(rowsOf(copy, 'qr_codes').map((row) => row['target'])).toContain('https://example.com/1');
  expect(open.lines.join('\n')).toMatch(
    /To undo: npm run restore -- --bookmark [0-9a-f-]+ --installation qr/,
  );
  // All copies in KV are compared again, and missing images redrawn.
  expect(Object.fromEntries(values)).toEqual({ 'images/redrawn-up-to': 'start' });
});

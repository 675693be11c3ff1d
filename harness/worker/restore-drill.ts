import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import worker from '#api/index.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { BACKUP_VERSION, type BackupFooter, type BackupHeader } from '#storage/backups/backup-lines.ts';
import { ask, listTables, quote, type Row } from '#storage/backups/copy-tables.ts';
import { restoreRows } from '#storage/backups/restore-rows.ts';
import { LookUp } from '#storage/links/look-up.ts';
import { findShortLink } from '#storage/links/short-links.ts';
import { createClient } from './api-client.ts';
import { createBrowser, ORIGIN, signIn } from './dashboard-client.ts';
import { createAuthenticator } from './access/software-authenticator.ts';

const CODES_PER_REQUEST = 100;
const KEYS_PER_DELETE = 1_000;
const AT_A_TIME = 20;
const TEN_MINUTES_MS = 600_000;

/**
 * A restore drill on real D1, R2 and KV: creates codes of every kind through the API, backs up as the cron does, loses everything,
 * restores, and lets the cron repair the rest. Every short link, image and row must be the same as before.
 */
export async function drillRestore(codes: number): Promise<void> {
  await fillService(codes);
  await fillBinaries();
  const signInWithPasskey = await registerPasskey();
  const before = await describeService();
  expect(before.images.size).toBeGreaterThan(codes);

  const backup = await makeBackup();
  await loseEverything();
  expect(await listKeys()).toEqual([]);

  // The cron of an empty installation runs before somebody restores into it.
  await runCron('*/10 * * * *', Date.now(), {});
  await restoreBackup(backup);
  await env.LINKS.put('images/redrawn-up-to', 'start');
  await runCronUntilRedrawn();

  const after = await describeService();
  expect(after.rows).toEqual(before.rows);
  expect(after.images.size).toBe(before.images.size);
  for (const [key, image] of before.images)
    if (after.images.get(key) !== image) throw new Error(`${key} is another image`);
  for (const [codeId, link] of before.links) expect(after.links.get(codeId), codeId).toEqual(link);
  expect(after.triggers).toEqual(before.triggers);
  expect(await signInWithPasskey()).toBe(200);
}

async function fillService(codes: number): Promise<void> {
  const client = await createClient();
  for (let made = 0; made < codes; made += CODES_PER_REQUEST) {
    const items = Array.from({ length: Math.min(CODES_PER_REQUEST, codes - made) }, (_, i) =>
      describeCode(made + i),
    );
    const response = await client.request('POST', '/v1/qr/bulk', { codes: items });
    expect(response.status, await response.clone().text()).toBe(200);
  }
  const { data } = (await client.json('GET', '/v1/qr?limit=3&dynamic=true')) as {
    data: { id: string }[];
  };
  const [edited, deleted] = data;
  await client.request('PATCH', `/v1/qr/${edited?.id}`, {
    target: 'https://example.com/edited',
    title: null,
  });
  await client.request('DELETE', `/v1/qr/${deleted?.id}`);
  const { results } = await env.DB.prepare('SELECT code_id FROM qr_codes WHERE is_dynamic LIMIT 5').all<{
    code_id: string;
  }>();
  for (const { code_id: codeId } of results)
    await env.DB.prepare(
      `INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, ?, 'mobile', 'v')`,
    )
      .bind(codeId, Date.now())
      .run();
}

/** No table of the schema has a BLOB yet; the first one must not be lost. */
async function fillBinaries(): Promise<void> {
  await env.DB.exec('CREATE TABLE binaries (id INTEGER PRIMARY KEY NOT NULL, bytes BLOB) STRICT');
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  await env.DB.prepare('INSERT INTO binaries (bytes) VALUES (?), (NULL)').bind(every).run();
}

/** A passkey's public key is bytes, stored as text. Signs in with a passkey to prove that they survived, and returns the status. */
async function registerPasskey(): Promise<() => Promise<number>> {
  const path = '/settings/passkeys';
  const person = await signIn();
  const authenticator = createAuthenticator(ORIGIN);
  const offered = await person.postJson(`${path}/options`, {});
  const registered = await person.postJson(path, await authenticator.register(await offered.json()));
  expect(registered.status).toBe(200);
  return async () => {
    const browser = createBrowser();
    const challenge = await browser.postJson('/sign-in/passkey/options', {});
    const response = await authenticator.signIn(await challenge.json());
    return (await browser.postJson('/sign-in/passkey', response)).status;
  };
}

function describeCode(index: number): object {
  const title = `Täfelchen "${index}" 🎟`;
  if (index % 2 === 0) return { target: `https://example.com/menu/${index}`, dynamic: true, title };
  return index % 3 === 0
    ? { type: 'text', target: `It's ${index}; -- 'quoted'\nand long`, title, error_correction: 'H' }
    : { target: `https://example.com/${index}`, size: 256, color: { dark: '#102030' } };
}

/** Everything that must survive. */
async function describeService() {
  const rows: Record<string, Row[]> = {};
  for (const { name, columns } of await listTables(env.DB)) {
    const order = columns.map(quote).join(', ');
    rows[name] = await ask(env.DB, `SELECT ${order} FROM ${quote(name)} ORDER BY ${order}`);
  }
  const images = new Map<string, string>();
  await eachOf(await listKeys(), async (key) => {
    const bytes = await (await env.IMAGES.get(key))?.arrayBuffer();
    images.set(key, toHex(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer())));
  });
  const links = new Map<string, unknown>();
  await eachOf((rows['qr_codes'] ?? []) as { code_id: string }[], async ({ code_id: id }) => {
    const codeId = parseCodeId(id);
    if (codeId) links.set(id, await findShortLink(new LookUp(env.DB), codeId));
  });
  const triggers = await ask(
    env.DB,
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name`,
  );
  return { rows, images, links, triggers };
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += AT_A_TIME)
    await Promise.all(items.slice(i, i + AT_A_TIME).map(work));
}

async function listKeys(): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page: R2Objects = await env.IMAGES.list({ prefix: 'qr/', ...(cursor ? { cursor } : {}) });
    keys.push(...page.objects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return keys;
}

async function makeBackup(): Promise<string[]> {
  const now = new Date();
  await runCron('17 3 * * *', now.getTime(), { BACKUPS: env.IMAGES });
  const object = await env.IMAGES.get(`backups/${now.toISOString().slice(0, 10)}.ndjson.gz`);
  if (!object) throw new Error('the cron made no backup');
  const text = await new Response(object.body.pipeThrough(new DecompressionStream('gzip'))).text();
  return text.trimEnd().split('\n');
}

async function loseEverything(): Promise<void> {
  for (const { name } of await listTables(env.DB)) await ask(env.DB, `DELETE FROM ${quote(name)}`);
  await ask(env.DB, `INSERT INTO qr_code_search (qr_code_search) VALUES ('delete-all')`);
  const keys = await listKeys();
  for (let i = 0; i < keys.length; i += KEYS_PER_DELETE)
    await env.IMAGES.delete(keys.slice(i, i + KEYS_PER_DELETE));
  for (const { name } of (await env.LINKS.list()).keys) await env.LINKS.delete(name);
}

async function restoreBackup(lines: readonly string[]): Promise<void> {
  const header = JSON.parse(lines[0] ?? '') as BackupHeader;
  const footer = JSON.parse(lines.at(-1) ?? '') as BackupFooter;
  expect(header.backup).toBe(BACKUP_VERSION);
  await restoreRows({
    database: env.DB,
    counts: footer.rows,
    read: (table, size) => readRows(lines, table, size),
    print: () => undefined,
  });
}

async function* readRows(lines: readonly string[], table: string, size: number): AsyncGenerator<Row[]> {
  const rows = lines
    .filter((line) => line.startsWith(`{"table":"${table}",`))
    .map((line) => (JSON.parse(line) as { row: Row }).row);
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size);
}

async function runCronUntilRedrawn(): Promise<void> {
  let timeMs = Date.now();
  while ((await env.LINKS.get('images/redrawn-up-to')) !== null) {
    await runCron('*/10 * * * *', timeMs, {});
    timeMs += TEN_MINUTES_MS;
  }
}

async function runCron(cron: string, timeMs: number, bindings: object): Promise<void> {
  const ctx = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(timeMs), cron });
  await worker.scheduled(controller, { ...env, ...bindings }, ctx);
  await waitOnExecutionContext(ctx);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCodeId, parsePublicId } from '#core/codes/code-id.ts';
import { listDaysOfCodes } from '#storage/scans/days.ts';
import { listEditsOfCodes } from '#storage/codes/edits.ts';
import { openDatabase } from '#storage/database.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

const LINES = ['_redirects', 'redirects.nginx.conf', 'redirects.caddyfile'];

let client: ApiClient;
let menu: string;
let many: ApiClient;
beforeAll(async () => {
  client = await createClient();
  const made = await create(client, {
    target: 'https://example.com/menu',
    dynamic: true,
    short_code: 'menu',
    external_id: 'sku-1',
  });
  menu = made.id;
  await create(client, {
    target: 'https://example.com/old',
    dynamic: true,
    short_code: 'old-one',
    archived: true,
  });
  await create(client, { type: 'text', target: 'Hello', short_code: 'hello' });
  await create(client, {
    target: 'https://example.com/secret',
    dynamic: true,
    short_code: 'secret',
    password: 'open sesame',
  });
  await create(await createClient(), { target: 'https://stranger.example/', dynamic: true });
});

const get = (path: string, by = client, bindings: Partial<ApiEnv> = {}) =>
  by.request('GET', `/v1/exports/${path}`, undefined, { env: bindings });

async function readText(path: string, by = client): Promise<string> {
  const response = await get(path, by);
  expect(response.status, path).toBe(200);
  return response.text();
}

const parseLines = <T>(text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

async function insertScanDays(codeId: string, days: readonly (readonly [day: string, scans: number])[]) {
  const insert = env.DB.prepare(
    "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, ?2, 'mobile', ?3, unixepoch(?2) * 1000)",
  );
  await env.DB.batch(days.map(([day, scans]) => insert.bind(codeId, day, scans)));
}

describe('the redirects of an account', () => {
  it('leave in every form as a file, with archived codes, and without those of others', async () => {
    for (const [file, type] of [
      ['_redirects', 'text/plain; charset=utf-8'],
      ['bulk-redirects.csv', 'text/csv; charset=utf-8'],
      ['redirects.nginx.conf', 'text/plain; charset=utf-8'],
      ['redirects.caddyfile', 'text/plain; charset=utf-8'],
      ['redirects.csv', 'text/csv; charset=utf-8'],
      ['redirects.json', 'application/json'],
    ]) {
      const response = await get(String(file));
      expect(response.headers.get('Content-Type')).toBe(type);
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${file}"`);
      const text = await response.text();
      expect(text, file).toContain('https://example.com/menu');
      expect(text, file).toContain('https://example.com/old');
      expect(text, file).not.toContain('https://example.com/secret');
      expect(text, file).not.toContain('stranger.example');
    }
    expect(await readText('redirects.nginx-once.conf')).toContain('map_hash_bucket_size');
    for (const file of LINES)
      expect(await readText(file)).toContain('# /secret is left out: it asks for a password.');
  });

  it('leave as pages in an archive', async () => {
    const response = await get('redirects-html.tar.gz');
    expect(response.headers.get('Content-Type')).toBe('application/gzip');
    const unpacked = response.body?.pipeThrough(new DecompressionStream('gzip'));
    const text = await new Response(unpacked).text();
    expect(text).toContain('menu/index.html');
    expect(text).toContain('MENU/index.html');
    expect(text).toContain('<pre>Hello</pre>');
    expect(text).not.toContain('https://example.com/secret');
  });

  it('are exported with a note of what no static form can do', async () => {
    const json = JSON.parse(await readText('redirects.json')) as { base: string; redirects: object[] };
    expect(json).toMatchObject({
      base: env.SHORT_URL_BASE,
      redirects: [
        { paths: ['/secret', expect.any(String)], target: null, left_out: 'password' },
        { paths: ['/hello', expect.any(String)], target: null, left_out: 'content' },
        {
          paths: ['/old-one', expect.any(String)],
          target: 'https://example.com/old',
          left_out: null,
          lost: [],
        },
        { id: menu, external_id: 'sku-1', paths: ['/menu', `/${menu.slice(3)}`], status: 'active' },
      ],
    });
  });

  it('are those that match the filters', async () => {
    expect(await readText('_redirects?archived=false')).not.toContain('/old-one');
    expect(await readText('_redirects?archived=true')).not.toContain('/menu');
    expect(await readText('_redirects?external_id=sku-1')).toContain('Codes that lead on: 1,');
  });

  it('are complete beyond a page, each once', async () => {
    many = await createClient();
    const insert = env.DB.prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       VALUES (?, ?, ?, 'url', ?, ?, 1, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0)`,
    );
    const target = (i: number) => `https://example.com/${i}`;
    await env.DB.batch(
      Array.from({ length: 1_203 }, (_, i) =>
        insert.bind(
          i,
          createCodeId(new Uint8Array([0, 0, 7, i >> 8, i & 255])),
          many.accountId,
          target(i),
          target(i),
        ),
      ),
    );
    const { redirects } = JSON.parse(await readText('redirects.json', many)) as {
      redirects: { target: string }[];
    };
    expect(redirects.map((redirect) => redirect.target)).toEqual(
      Array.from({ length: 1_203 }, (_, i) => target(1_202 - i)),
    );
  });

  it('break off when the database fails half-way, and are an error when it fails at once', async () => {
    const failAfter = (limit: number) => {
      let queries = 0;
      const prepare = (sql: string) => {
        if (++queries > limit) throw new Error('D1_ERROR: overloaded');
        return env.DB.prepare(sql);
      };
      return { DB: withFault(env.DB, { prepare }) };
    };
    // The first page, and the audit log.
    const broken = await get('redirects.csv', many, failAfter(2));
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow('overloaded');
    await readError(get('redirects.csv', many, failAfter(0)), 503, 'unavailable');
  });
});

describe('the scans of an account', () => {
  it('leave by day, those that were imported apart', async () => {
    const owner = await createClient();
    const { id } = await create(owner, { dynamic: true, external_id: '=1+1'.replaceAll(/[=+]/g, '-') });
    const codeId = String(parsePublicId(id));
    await insertScanDays(codeId, [
      ['2026-01-02', 3],
      ['2026-01-01', 4],
    ]);
    const row = { target: 'https://example.com/', external_id: 'moved', scans_by_day: { '2020-01-01': 9 } };
    const started = await owner.request('POST', '/v1/imports?dry_run=false', `${JSON.stringify(row)}\n`, {
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect(started.status).toBe(200);
    const rows = parseLines<{ external_id: string }>(await readText('scans.ndjson', owner));
    expect(rows).toEqual([
      expect.objectContaining({ external_id: 'moved', date: '2020-01-01', origin: 'imported', scans: 9 }),
      {
        id,
        external_id: '-1-1',
        short_url: `${env.SHORT_URL_BASE}/${codeId}`,
        date: '2026-01-01',
        origin: 'here',
        scans: 4,
      },
      expect.objectContaining({ id, date: '2026-01-02', scans: 3 }),
    ]);
    const csv = await readText('scans.csv', owner);
    expect(csv.split('\r\n')[0]).toBe('id,external_id,short_url,date,origin,scans');
    expect(csv).toContain(`${id},'-1-1,${env.SHORT_URL_BASE}/${codeId},2026-01-01,here,4\r\n`);
  });

  it('and the history are read in parts, without a gap and without a row twice', async () => {
    const owner = await createClient();
    const db = openDatabase(env.DB);
    const codes = [];
    for (let i = 0; i < 3; i++) {
      const { id } = await create(owner, { dynamic: true });
      const codeId = parsePublicId(id);
      if (!codeId) throw new Error('no id');
      codes.push(codeId);
      await insertScanDays(
        codeId,
        ['2026-01-03', '2026-01-01', '2026-01-02'].map((day) => [day, 1]),
      );
      for (const title of ['a', 'b']) await owner.request('PATCH', `/v1/qr/${id}`, { title });
    }
    const days = await listDaysOfCodes(db, codes, { after: null, limit: 100 });
    expect(days.map(({ codeId, day }) => [codeId, day])).toEqual(
      codes
        .toSorted()
        .flatMap((codeId) => ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => [codeId, day])),
    );
    for (const limit of [1, 2, 4]) {
      const parts = [];
      for (let part = await listDaysOfCodes(db, codes, { after: null, limit }); part.length > 0;) {
        parts.push(...part);
        part = await listDaysOfCodes(db, codes, { after: part.at(-1) ?? null, limit });
      }
      expect(parts).toEqual(days);
    }
    const edits = await listEditsOfCodes(db, owner.accountId, codes, { after: null, limit: 100 });
    expect(edits).toHaveLength(6);
    const parts = [];
    for (
      let part = await listEditsOfCodes(db, owner.accountId, codes, { after: null, limit: 4 });
      part.length > 0;
    ) {
      parts.push(...part);
      part = await listEditsOfCodes(db, owner.accountId, codes, { after: part.at(-1) ?? null, limit: 4 });
    }
    expect(parts).toEqual(edits);
    expect(await listEditsOfCodes(db, 'another account', codes, { after: null, limit: 4 })).toEqual([]);
  });
});

describe('the history of an account', () => {
  it('is exported with each change and its author, and without anything to test a password against', async () => {
    const owner = await createClient();
    const { id } = await create(owner, { dynamic: true, title: 'Old', password: 'first one' });
    await owner.request('PATCH', `/v1/qr/${id}`, {
      target: 'https://example.com/new',
      title: 'New',
      password: 'second one',
      max_scans: 7,
    });
    const text = await readText('edits.ndjson', owner);
    expect(parseLines(text)).toEqual([
      {
        id,
        external_id: null,
        edited_at: expect.stringMatching(/Z$/),
        editor: { type: 'api_key', id: owner.keyId, name: 'Test' },
        edits: 1,
        changed: ['target', 'title', 'max_scans', 'password'],
        from: { target: 'https://example.com/menu', title: 'Old', max_scans: null },
        to: { target: 'https://example.com/new', title: 'New', max_scans: 7 },
      },
    ]);
    expect(text).not.toMatch(/salt|hash/);
  });
});

describe('an export', () => {
  it('of another name, with an unknown parameter, or by another method is refused', async () => {
    const { message } = await readError(get('redirects.xml'), 404, 'not_found');
    expect(message).toContain('_redirects, bulk-redirects.csv');
    await readError(get('_redirects?limit=5'));
    await readError(get('scans.csv?archived=maybe'));
    await readError(client.request('POST', '/v1/exports/_redirects', {}), 405, 'method_not_allowed');
  });

  it('is written to the audit log, once an hour for each file', async () => {
    const owner = await createClient({ scope: 'read' });
    for (const file of ['_redirects', '_redirects', 'scans.csv']) await readText(file, owner);
    const log = await owner.json<{ data: { action: string; note: string }[] }>('GET', '/v1/audit');
    expect(log.data.map(({ action, note }) => [action, note])).toEqual([
      ['codes.exported', 'scans.csv'],
      ['codes.exported', '_redirects'],
    ]);
  });
});

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

interface Job {
  id: string;
  status: string;
  dry_run: boolean;
  source: string;
  ignored_columns: string[];
  counts: Record<'rows' | 'done' | 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed', number>;
  failure: string | null;
  can_start: boolean;
}

interface Row {
  row: number;
  line: number;
  state: string;
  id: string | null;
  external_id: string;
  target: string | null;
  title: string | null;
  tags: string[];
  short_url: string | null;
  error: { code: string; message: string; errors?: { field: string; code: string }[] } | null;
  warnings: { code: string; message: string }[];
}

const HEADER = 'target,title,external_id\n';
const csvOf = (count: number, targetOf = (i: number) => `https://example.com/${i}`) =>
  HEADER + Array.from({ length: count }, (_, i) => `${targetOf(i)},Code ${i},sku-${i}\n`).join('');

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

function send(
  file: string | Uint8Array,
  query = '',
  options: { type?: string; env?: Partial<ApiEnv>; by?: ApiClient } = {},
) {
  const { type = 'text/csv', by = client } = options;
  return by.request('POST', `/v1/imports${query}`, file, {
    headers: { 'Content-Type': type },
    ...(options.env ? { env: options.env } : {}),
  });
}

/** Starts an import and polls until it is done. */
async function run(
  file: string,
  query = '?dry_run=false',
  options: Parameters<typeof send>[2] = {},
): Promise<Job> {
  const response = await send(file, query, options);
  expect(response.status, await response.clone().text()).toBe(200);
  return finish((await response.json<Job>()).id, options.by);
}

async function finish(id: string, by = client): Promise<Job> {
  for (;;) {
    const job = await by.json<Job>('GET', `/v1/imports/${id}`);
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

async function rowsOf(id: string, query = '?limit=100', by = client): Promise<Row[]> {
  return (await by.json<{ data: Row[] }>('GET', `/v1/imports/${id}/rows${query}`)).data;
}

async function listCodes(by = client) {
  const list = await by.json<{ data: Record<string, unknown>[] }>('GET', '/v1/qr?limit=100');
  return list.data;
}

describe('an import', () => {
  it('is a dry run unless told otherwise, which changes nothing, and its report is that of the real run', async () => {
    await create(client, { target: 'https://example.com/old', dynamic: true, external_id: 'there' });
    const file = [
      'url,title,external_id,colour of the wall',
      'https://example.com/1,One,a,red',
      'https://example.com/new,There,there,blue',
      'javascript:alert(1),Bad,b,',
      'https://example.com/3,Again,a,',
      'https://example.com/4,No id,,',
    ].join('\n');
    const dry = await run(file, '?on_conflict=update');
    expect(dry).toMatchObject({
      status: 'done',
      dry_run: true,
      source: 'spreadsheet',
      ignored_columns: ['colour of the wall'],
      counts: { rows: 5, done: 5, created: 2, updated: 1, unchanged: 0, skipped: 0, failed: 2 },
      can_start: true,
    });
    expect((await listCodes()).map(({ target }) => target)).toEqual(['https://example.com/old']);
    const foreseen = await rowsOf(dry.id);
    expect(
      foreseen.map(({ row, line, state, error }) => [
        row,
        line,
        state,
        error?.errors?.map(({ field }) => field),
      ]),
    ).toEqual([
      [2, 2, 'created', undefined],
      [3, 3, 'updated', undefined],
      [4, 4, 'failed', ['target']],
      [5, 5, 'failed', ['external_id']],
      [6, 6, 'created', undefined],
    ]);

    const started = await client.request('POST', `/v1/imports/${dry.id}/start`);
    expect(started.status).toBe(200);
    const real = await finish(dry.id);
    expect(real).toMatchObject({ status: 'done', dry_run: false, counts: dry.counts, can_start: false });
    const done = await rowsOf(real.id);
    // A new code gets its id, which is also its short link, when it is made.
    const withoutIds = (rows: Row[]) => rows.map((row) => ({ ...row, id: null, short_url: null }));
    const linkOf = ({ id, short_url: link }: Row) => [id?.slice('qr_'.length), link?.split('/').at(-1)];
    for (const [id, link] of [...done, ...foreseen].map(linkOf)) expect(link).toBe(id);
    expect(withoutIds(done)).toEqual(withoutIds(foreseen));
    expect((await listCodes()).map(({ title }) => title).sort()).toEqual(['No id', 'One', 'There']);
    const made = await client.json<Record<string, string>>('GET', `/v1/qr/${done[0]?.id}`);
    expect(made).toMatchObject({ target: 'https://example.com/1', dynamic: true, external_id: 'a' });
    expect(await env.IMAGES.head(`qr/${done[0]?.id?.slice(3)}.png`)).not.toBeNull();
    await readError(client.request('POST', `/v1/imports/${dry.id}/start`), 409, 'import_not_ready');
  });

  it('of the same file changes nothing the second time, whatever names its rows', async () => {
    const file =
      'long url;short url;title;tags;created at;clicks\nhttps://example.com/a;https://links.example/aBc;A;x;2024-01-01;5\nhttps://example.com/b;https://links.example/abc;B;;;\nhttps://example.com/c;;C;;;\nhttps://example.com/c;;C2;;;\n';
    const first = await run(file);
    expect(first).toMatchObject({ counts: { created: 4, failed: 0 } });
    const before = await listCodes();
    for (const mode of ['skip', 'update', 'fail']) {
      const again = await run(file, `?dry_run=false&on_conflict=${mode}`);
      expect(again).toMatchObject({
        counts: { created: 0, updated: 0, unchanged: 4, skipped: 0, failed: 0 },
      });
    }
    expect(await listCodes()).toEqual(before);
  });

  it('leaves a differing code alone, changes it, or reports a failure, as requested', async () => {
    await run(csvOf(2));
    const changed = csvOf(2, (i) => `https://example.com/new/${i}`);
    const targets = async () => (await listCodes()).map(({ target }) => target).sort();
    expect(await run(changed)).toMatchObject({ counts: { skipped: 2 } });
    const failing = await run(changed, '?dry_run=false&on_conflict=fail');
    expect(failing).toMatchObject({ counts: { failed: 2 } });
    expect((await rowsOf(failing.id, '?state=failed')).map(({ error }) => error?.code)).toEqual([
      'external_id_taken',
      'external_id_taken',
    ]);
    expect(await targets()).toEqual(['https://example.com/0', 'https://example.com/1']);
    expect(await run(changed, '?dry_run=false&on_conflict=update')).toMatchObject({ counts: { updated: 2 } });
    expect(await targets()).toEqual(['https://example.com/new/0', 'https://example.com/new/1']);
  });

  it('never changes the printed symbol', async () => {
    await create(client, {
      target: 'https://example.com/',
      external_id: 'sku-0',
      color: { dark: '#112233' },
    });
    const job = await run(csvOf(1), '?dry_run=false&on_conflict=update');
    expect(await rowsOf(job.id)).toMatchObject([{ state: 'failed', error: { code: 'immutable_field' } }]);
  });

  it('keeps the earlier creation time and scan counts, apart from our own counts', async () => {
    const row = {
      target: 'https://example.com/',
      external_id: 'x',
      created_at: '2020-02-29',
      scans_by_day: { '2024-01-02': 3, '2024-01-01': 4 },
    };
    await run(JSON.stringify(row), undefined, { type: 'application/x-ndjson' });
    const read = async () => client.json<Record<string, unknown>>('GET', '/v1/qr/ext:x');
    expect(await read()).toMatchObject({
      scans: 0,
      imported_scans: 7,
      original_created_at: '2020-02-29T00:00:00.000Z',
    });
    const stats = await client.json('GET', '/v1/qr/ext:x/stats');
    expect(stats).toMatchObject({
      total_scans: 0,
      imported: {
        scans: 7,
        by_day: [
          { date: '2024-01-01', scans: 4 },
          { date: '2024-01-02', scans: 3 },
        ],
      },
    });
    const more = JSON.stringify({ ...row, scans: 10 });
    expect(
      await run(more, '?dry_run=false&on_conflict=update', { type: 'application/x-ndjson' }),
    ).toMatchObject({ counts: { unchanged: 1 } });
    expect(await read()).toMatchObject({ imported_scans: 7 });
    const own = await create(client, { dynamic: true });
    const plain = await client.json('GET', `/v1/qr/${own.id}/stats`);
    expect(plain).not.toHaveProperty('imported');
  });

  it('makes one line of a title with line breaks, and says so', async () => {
    const job = await run('url,external_id,title\nhttps://example.com/,two,"Summer\r\n  menu"\n');
    const row = {
      state: 'created',
      warnings: [{ code: 'title_joined', message: expect.stringContaining('one line') }],
    };
    expect(await rowsOf(job.id)).toMatchObject([row]);
    expect(await client.json('GET', '/v1/qr/ext:two')).toMatchObject({
      title: 'Summer menu',
    });
  });

  it('creates a code with a password as paused, and does not pause it again', async () => {
    const file = 'url,external_id,password\nhttps://example.com/,x,secret\n';
    const job = await run(file);
    expect(await rowsOf(job.id)).toMatchObject([
      { state: 'created', warnings: [{ code: 'password_not_imported' }] },
    ]);
    expect(await client.json('GET', '/v1/qr/ext:x')).toMatchObject({
      paused: true,
      has_password: false,
    });
    await client.request('PATCH', '/v1/qr/ext:x', { paused: false, password: 'another' });
    expect(await run(file, '?dry_run=false&on_conflict=update')).toMatchObject({ counts: { unchanged: 1 } });
    expect(await client.json('GET', '/v1/qr/ext:x')).toMatchObject({
      paused: false,
      has_password: true,
    });
  });

  it('keeps the paths that are printed, of hosts that lead here, as short codes', async () => {
    const file = 'url,short link\nhttps://example.com/,https://old.example/Spring-Sale\n';
    const { host } = new URL(env.SHORT_URL_BASE);
    const query = (dryRun: boolean) => `?dry_run=${dryRun}&domain_map=old.example=${host}`;
    expect(await rowsOf((await run(file, query(true))).id)).toMatchObject([
      { state: 'created', warnings: [] },
    ]);
    await run(file, query(false));
    expect(await listCodes()).toMatchObject([
      { short_code: 'spring-sale', short_url: `${env.SHORT_URL_BASE}/spring-sale` },
    ]);
    expect(await run(file, `${query(false)}&on_conflict=update`)).toMatchObject({ counts: { unchanged: 1 } });
  });

  it('refuses a path that is taken, by name, in a dry run as in a real one', async () => {
    await create(await createClient(), { short_code: 'taken-path' });
    const file =
      'url,path\nhttps://example.com/1,Taken-Path\nhttps://example.com/2,free-path\nhttps://example.com/3,Free-Path\n';
    for (const dryRun of [true, false]) {
      const job = await run(file, `?dry_run=${dryRun}`);
      const rows = await rowsOf(job.id);
      expect(
        rows.map(({ state, error }) => [state, error?.errors?.map(({ field, code }) => [field, code])]),
      ).toEqual([
        ['failed', [['short_code', 'short_code_taken']]],
        ['created', undefined],
        ['failed', [['short_code', 'repeated']]],
      ]);
      expect(rows[0]?.error?.message).toContain('has or had the short code "taken-path"');
      expect(rows[2]?.error?.message).toContain('"/Free-Path"');
    }
  });

  it('is written to the audit log once it changes codes, and not as a dry run', async () => {
    const { id } = await run(csvOf(1), '');
    const readLog = async () => (await client.json<{ data: object[] }>('GET', '/v1/audit')).data;
    expect(await readLog()).toEqual([]);
    const actor = { type: 'api_key', id: client.keyId, name: 'Test' };
    const entry = { action: 'codes.imported', actor, subject: null, note: 'spreadsheet' };
    await client.request('POST', `/v1/imports/${id}/start`);
    await finish(id);
    expect(await readLog()).toMatchObject([entry]);
    await run(csvOf(1), '?dry_run=false&source=shop');
    expect(await readLog()).toMatchObject([{ ...entry, note: 'shop' }, entry]);
  });

  it('says the title, the tags and the short link of each row, also in a dry run', async () => {
    await create(client, {
      target: 'https://example.com/0',
      dynamic: true,
      external_id: 'there',
      short_code: 'report-there',
    });
    const file =
      'url,name,campaign,path,external_id\nhttps://example.com/1,Menu,"Spring,Bar",report-new,a\nhttps://example.com/0,,,,there\nhttps://example.com/2,,,,b\n';
    const { id } = await run(file, '');
    const base = env.SHORT_URL_BASE;
    const shown = (rows: Row[]) => rows.map(({ title, tags, short_url }) => ({ title, tags, short_url }));
    const expected = [
      { title: 'Menu', tags: ['Spring', 'Bar'], short_url: `${base}/report-new` },
      { title: null, tags: [], short_url: `${base}/report-there` },
      { title: null, tags: [], short_url: null },
    ];
    expect(shown(await rowsOf(id))).toEqual(expected);
    await client.request('POST', `/v1/imports/${id}/start`);
    await finish(id);
    const rows = await rowsOf(id);
    const made = rows[2]?.id?.slice('qr_'.length);
    expect(shown(rows)).toEqual([
      ...expected.slice(0, 2),
      { title: null, tags: [], short_url: `${base}/${made}` },
    ]);
  });

  it('reads lists of tags in JSON, and fails a row with a broken one', async () => {
    const file = [
      'url;tags',
      'https://example.com/1;["spring","flyer"]',
      'https://example.com/2;"[""a, b"", ""c""]"',
      'https://example.com/3;[]',
      'https://example.com/4;spring, flyer',
      'https://example.com/5;[VIP]|x',
      'https://example.com/6;["spring"',
      'https://example.com/7;[["spring"]]',
    ].join('\n');
    const rows = await rowsOf((await run(file, '')).id);
    expect(rows.map(({ tags, error }) => error?.errors?.map(({ field }) => field) ?? tags)).toEqual([
      ['spring', 'flyer'],
      ['tags[0]'],
      [],
      ['spring', 'flyer'],
      ['[VIP]', 'x'],
      ['tags'],
      ['tags[0]'],
    ]);
    expect(rows[5]?.error?.message).toContain('Write it like ["spring","flyer"]');
    const lines = '{"url":"https://example.com/","tags":"[\\"spring\\"]"}\n';
    const { id } = await run(lines, '', { type: 'application/x-ndjson' });
    expect(await rowsOf(id)).toMatchObject([{ tags: ['spring'] }]);
  });

  it('lists the printed paths that do not survive', async () => {
    const file = 'url,short link\nhttps://example.com/,https://old.example/k7m2p9qa\n';
    const messageOf = async (query: string) =>
      (await rowsOf((await run(file, query)).id))[0]?.warnings[0]?.message;
    const { host } = new URL(env.SHORT_URL_BASE);
    expect(await messageOf('')).toContain('still lead where old.example sends them');
    expect(await messageOf(`?domain_map=old.example=${host}`)).toContain('looks like one of our ids');
  });

  it('allows a choice for columns whose names say nothing', async () => {
    const file = 'Wohin;Notiz\nhttps://example.com/z;N\n';
    const { errors } = await readError(send(file));
    expect(errors).toMatchObject([{ field: 'body', code: 'no_target' }]);
    const columns = encodeURIComponent(JSON.stringify({ Wohin: 'target', Notiz: 'title' }));
    await run(file, `?dry_run=false&columns=${columns}`);
    expect(await listCodes()).toMatchObject([{ target: 'https://example.com/z', title: 'N' }]);
  });

  it('accepts the export of another account, with everything except what belongs to that account', async () => {
    const other = await createClient();
    await create(other, {
      target: 'https://example.com/a',
      dynamic: true,
      title: '=1+1',
      tags: ['=Q4', 'Berlin', 'a|b'],
      metadata: { shelf: '7' },
      archived: false,
      max_scans: 5,
      utm: { source: '=flyer', campaign: 'a, "b" 🍋' },
      preview: { title: '<b> & "b"' },
      rules: [{ target: 'https://example.com/m', when: { device: ['mobile'] } }],
    });
    await create(other, {
      type: 'text',
      target: 'Hello',
      color: { dark: '#102030' },
      size: 512,
      external_id: 'note',
    });
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ] as const) {
      const by = await createClient();
      const file = await (await other.request('GET', `/v1/qr/export.${format}`)).text();
      const job = await run(file, '?dry_run=false', { type, by });
      expect(job, JSON.stringify(await rowsOf(job.id, '', by))).toMatchObject({
        source: 'qr-code-service',
        counts: { created: 2 },
      });
      const [note, menu] = (await listCodes(by)).sort((a, b) =>
        String(a['target']).localeCompare(String(b['target'])),
      );
      expect([note, menu]).toMatchObject([
        { type: 'text', target: 'Hello', color: { dark: '#102030' }, size: 512, external_id: 'note' },
        {
          target: 'https://example.com/a',
          title: '=1+1',
          tags: ['=Q4', 'a|b', 'Berlin'],
          metadata: { shelf: '7' },
          archived: false,
          max_scans: 5,
          utm: { source: '=flyer', medium: null, campaign: 'a, "b" 🍋' },
          preview: { title: '<b> & "b"', description: null },
          rules: [{ name: 'Rule 1' }],
        },
      ]);
    }
  });
});

describe('an import that does not run through', () => {
  /** The app with its own clock: leases end when a test says so. */
  function clocked() {
    let nowMs = Date.now();
    const app = createApp({ nowMs: () => nowMs });
    return { app, pass: (ms: number) => (nowMs += ms) };
  }

  it('continues where it was killed, makes nothing twice, and reports what it made', async () => {
    for (const fatal of ['images', 'rows', 'report'] as const) {
      const { app, pass } = clocked();
      const by = await createClient({ app });
      let calls = 0;
      const die = () => new Promise<never>(() => undefined);
      const kill: Partial<ApiEnv> = {
        images: {
          IMAGES: withFault(env.IMAGES, {
            put: (key: string, ...rest: [string]) =>
              key.startsWith('qr/') && ++calls > 3 ? die() : env.IMAGES.put(key, ...rest),
          }),
        },
        rows: { DB: dyingAt(/insert into "qr_codes"/, 'before') },
        report: { DB: dyingAt(/insert into "qr_codes"/, 'after') },
      }[fatal];
      const { id } = await startAndDie(by, csvOf(3), kill);
      const between = await by.json<Job>('GET', `/v1/imports/${id}`);
      expect(between).toMatchObject({ status: 'running', counts: { done: 0 } });
      pass(61_000);
      const job = await finish(id, by);
      expect(job, fatal).toMatchObject({
        status: 'done',
        counts: { rows: 3, created: 3, unchanged: 0, failed: 0 },
      });
      expect((await listCodes(by)).map(({ external_id }) => external_id).sort()).toEqual([
        'sku-0',
        'sku-1',
        'sku-2',
      ]);
    }
  });

  it('is gone on with by the cron', async () => {
    const response = await send(csvOf(3), '?dry_run=false', {
      env: { DB: failingAt(/update "imports" set "status" = \?, "leased/) },
    });
    const { id } = await response.json<Job>();
    await runScheduled(Date.now() + 1_000);
    expect(await client.json('GET', `/v1/imports/${id}`)).toMatchObject({
      status: 'done',
      counts: { created: 3 },
    });
  });

  it('takes fewer rows at a time where their codes take long to draw', async () => {
    const target = `https://example.com/${'a'.repeat(1_000)}`;
    const style = { modules: 'dot', frame: { kind: 'border' }, gradient: { from: '#000000', to: '#300030' } };
    const count = 20;
    const slicesOf = async (look: object) => {
      const rows = Array.from({ length: count }, (_, i) =>
        JSON.stringify({ external_id: `sku-${i}`, target, dynamic: false, ...look }),
      );
      const { id, counts } = await run(rows.join('\n'), '', { type: 'application/x-ndjson' });
      expect(counts.created).toBe(count);
      const { results } = await env.DB.prepare('SELECT 1 FROM import_slices WHERE import_id = ?')
        .bind(id)
        .all();
      return results.length;
    };
    expect(await slicesOf({})).toBe(1);
    // 1.3 s each.
    expect(await slicesOf({ style, size: 2_048 })).toBe(4);
  });

  it('repeats a slice whose images cannot be stored, and finally reports the rows that failed', async () => {
    const put = (key: string, ...rest: [string]) =>
      key.startsWith('qr/') ? Promise.reject(new Error('R2 is down')) : env.IMAGES.put(key, ...rest);
    const bindings = { IMAGES: withFault(env.IMAGES, { put }) };
    const { id } = await (await send(csvOf(2), '?dry_run=false', { env: bindings })).json<Job>();
    const ask = async (at: Partial<ApiEnv>) =>
      client.json<Job>('GET', `/v1/imports/${id}`, undefined, { env: at });
    expect(await ask(bindings)).toMatchObject({ status: 'running', counts: { done: 0 } });
    await ask(bindings);
    await ask(bindings);
    expect(await ask({})).toMatchObject({ status: 'done', counts: { failed: 2 } });
    expect(await rowsOf(id)).toMatchObject([
      { error: { code: 'unavailable' } },
      { error: { code: 'unavailable' } },
    ]);
  });

  it('fails with an explanation if it can never continue', async () => {
    const { id } = await (
      await send(csvOf(2), '', { env: { DB: failingAt(/update "imports" set "status" = \?, "leased/) } })
    ).json<Job>();
    for (const { key } of (await env.IMAGES.list({ prefix: `imports/${id}/` })).objects)
      await env.IMAGES.delete(key);
    const job = await finish(id);
    expect(job).toMatchObject({ status: 'failed', counts: { done: 0 } });
    expect(job.failure).toContain('send the file again');
  });

  it('is cancelled half-way: the codes so far stay and are reported, and no more are made', async () => {
    const { id } = await (
      await send(csvOf(120), '?dry_run=false', { env: cancelDuring('qr_codes') })
    ).json<Job>();
    const job = await finish(id);
    expect(job).toMatchObject({ status: 'cancelled', counts: { done: 100, created: 100 }, can_start: false });
    const codes = await env.DB.prepare('SELECT count(*) AS n FROM qr_codes WHERE account_id = ?')
      .bind(client.accountId)
      .first('n');
    expect(codes).toBe(100);
    expect(await client.json('DELETE', `/v1/imports/${id}`)).toMatchObject({
      status: 'cancelled',
    });
    await runScheduled(Date.now() + 1_000);
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM qr_codes WHERE account_id = ?')
        .bind(client.accountId)
        .first('n'),
    ).toBe(100);
  });

  /** A database whose Worker dies before or after a statement runs: nothing after it happens. */
  function dyingAt(pattern: RegExp, when: 'before' | 'after'): D1Database {
    let dead = false;
    const forever = () => new Promise<never>(() => undefined);
    return withFault(env.DB, {
      prepare: (sql: string) => {
        const statement = env.DB.prepare(sql);
        if (pattern.test(sql)) dead = true;
        return statement;
      },
      batch: async (statements: D1PreparedStatement[]) => {
        if (!dead) return env.DB.batch(statements);
        if (when === 'after') await env.DB.batch(statements);
        return forever();
      },
    });
  }

  function failingAt(pattern: RegExp): D1Database {
    return withFault(env.DB, {
      prepare: (sql: string) => {
        if (pattern.test(sql)) throw new Error('D1 is down');
        return env.DB.prepare(sql);
      },
    });
  }

  /** Cancels an import while codes of a slice are being stored. */
  function cancelDuring(table: string): Partial<ApiEnv> {
    let cancelled = false;
    return {
      DB: withFault(env.DB, {
        prepare: (sql: string) => {
          if (sql.startsWith(`insert into "${table}"`)) cancelled = true;
          return env.DB.prepare(sql);
        },
        batch: async (statements: D1PreparedStatement[]) => {
          const results = await env.DB.batch(statements);
          if (cancelled)
            await env.DB.prepare("UPDATE imports SET status = 'cancelled' WHERE account_id = ?")
              .bind(client.accountId)
              .run();
          cancelled = false;
          return results;
        },
      }),
    };
  }

  /** Sends a file; the Worker dies while it works after the response. */
  async function startAndDie(by: ApiClient, file: string, bindings: Partial<ApiEnv>): Promise<Job> {
    const pending = send(file, '?dry_run=false', { by, env: bindings });
    const listed = async () => (await by.json<{ data: Job[] }>('GET', '/v1/imports')).data[0];
    void pending.catch(() => undefined);
    for (;;) {
      const job = await listed();
      if (job?.status === 'running') return job;
    }
  }
});

describe('what is refused', () => {
  it.each<[string, string | Uint8Array, string, string]>([
    [
      'a wrong encoding',
      Uint8Array.from([...new TextEncoder().encode('url\nhttps://example.com/'), 0xfc, 0x0a]),
      'Row 2',
      'not_utf8',
    ],
    ['no rows', 'url\n', 'no rows', 'no_rows'],
    ['an open quote', 'url\n"https://example.com/\n', 'Row 2', 'unclosed_quote'],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, '200 columns', 'too_many_columns'],
    ['10,001 rows', `url\n${'https://a.example\n'.repeat(10_001)}`, '10,000 rows', 'too_many_rows'],
  ])('is a file with %s: nothing of it stays', async (_, file, words, code) => {
    const { message, errors } = await readError(send(file));
    expect(message).toContain(words);
    expect(errors).toMatchObject([{ field: 'body', code }]);
    const list = await client.json('GET', '/v1/imports');
    expect(list).toEqual({ data: [], has_more: false, next_cursor: null });
    expect(
      (await env.IMAGES.list({ prefix: 'imports/' })).objects.filter(
        ({ uploaded }) => uploaded.getTime() > Date.now() - 50,
      ),
    ).toEqual([]);
  });

  it.each(['windows-1252', 'utf-16'] as const)(
    'is a file in %s until its sender says so: the refusal has a guess and a sample',
    async (encoding) => {
      const text =
        'url;title\r\nhttps://example.com/ä;Café\r\nhttps://example.com/2;Müller\r\nhttps://example.com/3;"Straße"\r\n';
      const bytes =
        encoding === 'utf-16'
          ? Uint8Array.from([0xff, 0xfe, ...Array.from(text, (c) => [c.charCodeAt(0), 0]).flat()])
          : Uint8Array.from(text, (c) => c.charCodeAt(0));
      const { errors } = await readError(send(bytes));
      expect(errors).toMatchObject([
        { field: 'body', code: 'not_utf8', guess: encoding, sample: ['Café', 'Müller', 'Straße'] },
      ]);
      const started = await send(bytes, `?dry_run=false&encoding=${encoding}`);
      const { counts, id } = await finish((await started.json<Job>()).id);
      expect(counts).toMatchObject({ created: 3 });
      expect((await rowsOf(id)).map(({ title }) => title)).toEqual(['Café', 'Müller', 'Straße']);
    },
  );

  it('is a file that is not in the encoding which its sender names', async () => {
    const odd = await send('url\nhttps://example.com/', '?encoding=utf-16');
    const { errors } = await readError(odd);
    expect(errors).toMatchObject([{ field: 'body', code: 'no_target' }]);
    const lone = Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]);
    const refused = await readError(send(lone, '?encoding=utf-16'));
    expect(refused.errors).toMatchObject([{ field: 'body', code: 'not_encoding' }]);
    // A byte-order mark says more than the sender.
    const marked = await send('\ufeffurl,title\nhttps://example.com/,Café\n', '?encoding=windows-1252');
    const { id } = await finish((await marked.json<Job>()).id);
    expect(await rowsOf(id)).toMatchObject([{ title: 'Café' }]);
  });

  it('is more than 10 MiB', async () => {
    const row = `https://example.com/${'x'.repeat(1_100)}\n`;
    const file = `url\n${row.repeat(9_500)}`;
    const { message } = await readError(send(file), 413, 'payload_too_large');
    expect(message).toContain('10 MiB');
  });

  it('is a file whose rows grow beyond 20 MiB when they are stored, and nothing of it is kept', async () => {
    const before = (await env.IMAGES.list({ prefix: 'imports/' })).objects.length;
    const row = `https://example.com/,${'\u0001'.repeat(60_000)}\n`;
    const file = `target,title\n${row.repeat(70)}`;
    const { errors, message } = await readError(send(file));
    expect(errors?.map(({ field, code }) => [field, code])).toEqual([['body', 'rows_too_large']]);
    expect(message).toMatch(/Rows 1 to \d+ take more than 20 MiB to store/);
    expect((await env.IMAGES.list({ prefix: 'imports/' })).objects.length).toBe(before);
    expect(await client.json('GET', '/v1/imports')).toMatchObject({ data: [] });
  });

  it.each<[string, string]>([
    ['?dry_run=maybe', 'dry_run'],
    ['?on_conflict=overwrite', 'on_conflict'],
    ['?source=Ünknown', 'source'],
    ['?domain_map=old.example', 'domain_map'],
    ['?domain_map=old.example=elsewhere.example', 'domain_map'],
    ['?columns={"a":"nonsense"}', 'columns'],
    ['?columns=[1]', 'columns'],
    ['?encoding=latin-1', 'encoding'],
    ['?nonsense=1', 'nonsense'],
  ])('is the query %s', async (query, field) => {
    const { errors } = await readError(send(csvOf(1), query));
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });

  it('is another media type, a read-only key, and an import that is not yours', async () => {
    await readError(send('{}', '', { type: 'application/json' }), 415, 'unsupported_media_type');
    const reader = await createClient({ scope: 'read' });
    await readError(send(csvOf(1), '', { by: reader }), 403, 'insufficient_scope');
    const { id } = await run(csvOf(1), '');
    const stranger = await createClient();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['POST', '/start'],
      ['DELETE', ''],
    ] as const)
      await readError(stranger.request(method, `/v1/imports/${id}${path}`), 404, 'not_found');
  });

  it('is a second import while one is under way', async () => {
    const DB = withFault(env.DB, {
      prepare: (sql: string) => {
        if (/set "status" = \?, "leased/.test(sql)) throw new Error('D1 is down');
        return env.DB.prepare(sql);
      },
    });
    const { id } = await (await send(csvOf(1), '', { env: { DB } })).json<Job>();
    const { message } = await readError(send(csvOf(1)), 409, 'import_in_progress');
    expect(message).toContain(id);
    await client.request('DELETE', `/v1/imports/${id}`);
    expect((await send(csvOf(1))).status).toBe(200);
  });

  it('is what the plan has no room for, in a dry run as in a real one', async () => {
    const free = await createClient({ plan: 'free' });
    await env.DB.prepare(
      "INSERT INTO account_usage (account_id, codes, stored_bytes, month, codes_that_month) VALUES (?, 4998, 0, '2020-01', 0) ON CONFLICT DO UPDATE SET codes = 4998",
    )
      .bind(free.accountId)
      .run();
    const dry = await run(csvOf(4), '', { by: free });
    expect(dry).toMatchObject({ counts: { created: 2, failed: 2 } });
    const real = await run(csvOf(4), '?dry_run=false', { by: free });
    expect(real.counts).toEqual(dry.counts);
    expect(await rowsOf(real.id, '?state=failed', free)).toMatchObject([
      { row: 4, error: { code: 'quota_exceeded' } },
      { row: 5, error: { code: 'quota_exceeded' } },
    ]);
  });
});

describe('the report', () => {
  it('numbers rows as a spreadsheet does, in its sentences, its pages and its cursors too', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => `https://example.com/${i},"Code\n${i}",sku-${i}\n\n`);
    const file = `sep=,\n\n${HEADER}${rows.join('')}https://example.com/,Again,sku-1\n`;
    const { id } = await run(file, '');
    const all = [...(await rowsOf(id)), ...(await rowsOf(id, '?limit=100&cursor=201'))];
    // The header is in row 2, and each row has a blank one after it.
    expect(all.map(({ row }) => row)).toEqual([...rows.map((_, i) => 3 + 2 * i), 243]);
    expect(all.at(-1)).toMatchObject({ row: 243, line: 364, state: 'failed' });
    expect(all.at(-1)?.error?.message).toContain('Row 5 is the same code');
    const lines = '{"url":"https://example.com/"}\n\nnonsense\n';
    const { id: ofLines } = await run(lines, '', { type: 'application/x-ndjson' });
    const [first, second] = await rowsOf(ofLines);
    expect([first, second]).toMatchObject([
      { row: 1, line: 1 },
      { row: 3, line: 3 },
    ]);
    expect(second?.error?.message).toContain('Row 3 is not JSON');
  });

  it('is read page by page, and by state', async () => {
    const file = csvOf(250, (i) => (i % 10 === 9 ? 'nonsense' : `https://example.com/${i}`));
    const { id, counts } = await run(file, '');
    expect(counts).toMatchObject({ created: 225, failed: 25 });
    const seen: number[] = [];
    let cursor = '';
    for (;;) {
      const page = await (
        await client.request('GET', `/v1/imports/${id}/rows?limit=70${cursor}`)
      ).json<{ data: Row[]; has_more: boolean; next_cursor: string | null }>();
      seen.push(...page.data.map(({ row }) => row));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => i + 2));
    const failed = await rowsOf(id, '?state=failed&limit=100&cursor=100');
    expect(failed.map(({ row }) => row)).toEqual(Array.from({ length: 16 }, (_, i) => 101 + i * 10));
  });

  it('and the file go when their time is over; the codes stay', async () => {
    const dry = await run(csvOf(1), '');
    const files = async () => (await env.IMAGES.list({ prefix: `imports/${dry.id}/` })).objects.length;
    await runScheduled(Date.now() + 60_000);
    expect(await files()).toBe(1);
    const stored = await (await env.IMAGES.get(`imports/${dry.id}/0`))?.text();
    expect(stored).not.toContain('example.com');
    // A run deletes the files of ten imports, and those of the tests before wait too.
    for (let turn = 1; turn <= 10; turn++) await runScheduled(Date.now() + 25 * 3_600_000);
    expect(await files()).toBe(0);
    expect(await client.json('GET', `/v1/imports/${dry.id}`)).toMatchObject({
      status: 'done',
      can_start: false,
    });
    await runScheduled(Date.now() + 31 * 24 * 3_600_000);
    expect((await client.request('GET', `/v1/imports/${dry.id}`)).status).toBe(404);
  });

  it('outlives the file, which is kept for a day, for each of the 20 latest imports', async () => {
    const dry: Job[] = [];
    for (let n = 0; n < 21; n++) dry.push(await run(csvOf(1), ''));
    const countFiles = () =>
      Promise.all(
        dry.map(async ({ id }) => (await env.IMAGES.list({ prefix: `imports/${id}/` })).objects.length),
      );
    expect(await countFiles()).toEqual(dry.map((_, n) => (n === 0 ? 0 : 1)));
    expect((await client.request('GET', `/v1/imports/${dry[0]!.id}`)).status).toBe(404);

    // Each run deletes some.
    for (let turn = 0; turn < 3; turn++) await runScheduled(Date.now() + 25 * 3_600_000);
    expect(await countFiles()).toEqual(dry.map(() => 0));
    const { id } = dry[1]!;
    const job = await client.json<Job>('GET', `/v1/imports/${id}`);
    expect([job.status, job.can_start]).toEqual(['done', false]);
    expect(await rowsOf(id)).toHaveLength(1);
    const refused = await client.request('POST', `/v1/imports/${id}/start`);
    await readError(refused, 409, 'import_not_ready');
  });

  const usedBytes = async (by: ApiClient) => {
    const { quotas } = await by.json<{ quotas: { stored_bytes: { used: number } } }>('GET', '/v1/usage');
    return quotas.stored_bytes.used;
  };

  it('takes at most 1 KB a row, whatever the file holds, and counts among the stored bytes', async () => {
    const free = await createClient({ plan: 'free' });
    const cells = ['\u0001', 'y', '"', '😀', '\ud83d'].map((character) => character.repeat(2_000));
    const bodies = [
      ...cells.map((cell) => ({ target: 'https://e.com/', external_id: cell })),
      ...cells.map((cell) => ({ target: `https://e.com/${cell}`, [cell.slice(0, 9)]: 1 })),
      ...cells.map((cell) => ({
        target: 'https://e.com/',
        metadata: { [cell]: cell },
        tags: [cell],
        title: cell,
      })),
      ...cells.map((cell) => ({ target: 'https://e.com/', short_url: `https://bit.ly/${cell}`, type: cell })),
      ...cells
        .map((long) => long.slice(0, 200))
        .map((cell) => ({
          target: cell,
          title: cell,
          path: cell,
          format: cell,
          margin: cell,
          size: 5,
          external_id: 'x'.repeat(255),
          tags: Array<string>(30).fill(cell),
        })),
      { target: 'https://e.com/', external_id: 'x'.repeat(255), title: '\u0001'.repeat(9_000), size: 5 },
    ];
    const file = bodies.map((body) => `${JSON.stringify(body)}\n`).join('');
    const { id } = await run(file, '', { by: free, type: 'application/x-ndjson' });
    const page = await (await free.request('GET', `/v1/imports/${id}/rows?limit=100`)).text();
    const rows = (JSON.parse(page) as { data: Row[] }).data;
    expect(rows).toHaveLength(bodies.length);
    for (const row of rows) expect(new TextEncoder().encode(JSON.stringify(row)).length).toBeLessThan(1_100);
    expect(rows.at(-1)).toMatchObject({ external_id: 'x'.repeat(255), state: 'failed' });
    expect(rows[0]?.error?.errors).toMatchObject([{ field: 'external_id' }]);
    const stored = await env.DB.prepare(
      'SELECT sum(length(CAST(results AS BLOB))) AS bytes FROM import_slices WHERE import_id = ?',
    )
      .bind(id)
      .first<{ bytes: number }>();
    expect(await usedBytes(free)).toBe(stored?.bytes);
  });

  it('of rows with control characters is no longer than that of others', async () => {
    const row = `https://e.com/,${'\u0001'.repeat(60_000)}\n`;
    const { counts } = await run(`target,external_id\n${row.repeat(20)}`, '');
    expect(counts.failed).toBe(20);
    expect(await usedBytes(client)).toBeLessThan(20 * 1024);
  });

  it('makes room for the next one, and is no longer counted once it is gone', async () => {
    const free = await createClient({ plan: 'free' });
    const first = await run(csvOf(2), '', { by: free });
    const used = await usedBytes(free);
    const fill = (bytes: number) =>
      env.DB.prepare('UPDATE account_usage SET stored_bytes = ? WHERE account_id = ?')
        .bind(bytes, free.accountId)
        .run();
    await fill(10_000_000 - 2_048 + used - 10);
    const second = await run(csvOf(2), '', { by: free });
    expect(second.status).toBe('done');
    expect((await free.request('GET', `/v1/imports/${first.id}`)).status).toBe(404);
    await fill(10_000_000);
    const third = await run(csvOf(20), '', { by: free });
    expect(third).toMatchObject({ status: 'failed', counts: { done: 0 } });
    expect(third.failure).toContain('storage of your plan');
  });
});

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { CsvReader } from '#core/imports/csv.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';

interface Change {
  field: string;
  from: string | number | boolean | null;
  to: string | number | boolean | null;
}

interface Row {
  row: number;
  state: string;
  id: string | null;
  external_id: string | null;
  changes: Change[];
  changes_left_out?: number;
  error: { code: string; message: string; errors?: { field: string; code: string }[] } | null;
  warnings: { code: string }[];
}

interface Job {
  id: string;
  status: string;
  counts: Record<string, number>;
}

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

async function exportAll(by = client, accept = 'text/csv'): Promise<string> {
  const response = await by.request('GET', '/v1/qr?archived=any', undefined, { headers: { Accept: accept } });
  expect(response.status).toBe(200);
  return response.text();
}

async function finish(id: string, by = client): Promise<Job> {
  for (;;) {
    const job = await (await by.request('GET', `/v1/imports/${id}`)).json<Job>();
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

async function run(file: string, query: string, type = 'text/csv', by = client): Promise<Job> {
  const started = await by.request('POST', `/v1/imports?${query}`, file, {
    headers: { 'Content-Type': type },
  });
  expect(started.status, await started.clone().text()).toBe(200);
  return finish((await started.json<Job>()).id, by);
}

async function rowsOf(id: string, state = '', by = client): Promise<Row[]> {
  const query = state === '' ? '' : `&state=${state}`;
  const response = await by.request('GET', `/v1/imports/${id}/rows?limit=100${query}`);
  return (await response.json<{ data: Row[] }>()).data;
}

const read = async (id: string, by = client) =>
  (await by.request('GET', `/v1/qr/${id}`)).json<Record<string, unknown>>();

/** The cells of a file by column, for each row. */
function toCells(csv: string): Record<string, string>[] {
  const reader = new CsvReader();
  const [first, last] = [reader.read(csv), reader.read(null)];
  if (!first.ok || !last.ok) throw new Error('the file cannot be read');
  const [header, ...rows] = [...first.value, ...last.value];
  return rows.map(({ cells }) => Object.fromEntries(header!.cells.map((name, i) => [name, cells[i] ?? ''])));
}

/** The file as a German spreadsheet saves it: with semicolons, its own line breaks, and booleans in its language. */
function saveInSpreadsheet(rows: readonly Record<string, string>[]): string {
  const words: Record<string, string> = { true: 'WAHR', false: 'FALSCH' };
  const toLine = (cells: readonly string[]) =>
    cells
      .map((cell) => `"${(words[cell] ?? cell).replaceAll('\r\n', '\n').replaceAll('"', '""')}"`)
      .join(';');
  return `${[Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map(toLine).join('\r\n')}\r\n`;
}

/** What an edit in a table does not change. */
const withoutTimes = (rows: readonly Record<string, string>[]) =>
  new Map(rows.map(({ updated_at: _time, ...cells }) => [cells['id'], cells]));

const TITLES = ["'", "'tis", '=1+1', "'=1+1", "''=1+1", '+49 30', '@home', '-3', 'a;"b",c', '😀'];
const TEXTS = ['line\r\nbreak', ' padded ', '=SUM(A1)', "'=quoted", 'tab\there', '@'];

/** One of every kind of code, as often as there are numbers. */
function toKind(i: number): Record<string, unknown> {
  const target = `https://example.com/${i}`;
  switch (i % 12) {
    case 0:
      return { target, dynamic: true, title: TITLES[(i / 12) % TITLES.length] };
    case 1:
      return {
        target,
        dynamic: true,
        external_id: `@shop:${i}`,
        tags: ['=sum', '@tag', 'a|b'.replace('|', ' ')],
      };
    case 2:
      return {
        ...{ target, dynamic: true, starts_at: '2020-01-01T00:00:00Z', ends_at: '2099-01-01T12:30:00+01:00' },
        ...{ max_scans: 50, fallback_url: 'https://example.com/over?a=1,2', forward_query: true },
      };
    case 3:
      return {
        ...{
          target,
          dynamic: true,
          rules: [{ name: '=r', target: `${target}/de`, when: { country: ['DE'] } }],
        },
        ...{ utm: { source: '=print', campaign: 'spring' }, preview: { title: '+Title' } },
      };
    case 4:
      return {
        ...{ target, dynamic: true, paused: true },
        variants: [
          { name: 'A', target: `${target}/a`, weight: 40 },
          { name: 'B', target: `${target}/b`, weight: 60 },
        ],
      };
    case 5:
      return { type: 'text', target: TEXTS[Math.floor(i / 12) % TEXTS.length], title: `Text ${i}` };
    case 6:
      return {
        type: 'wifi',
        target: 'WIFI:T:WPA;S:Gäste;P:geheim12;;',
        metadata: { site: '=Berlin', 'a:b': 'c' },
      };
    case 7:
      return { target, metadata: { site: 'Berlin' }, archived: true, tags: ['Spring'] };
    case 8:
      return { target, dynamic: true, short_code: `own-export-${i}` };
    case 9:
      return { target, dynamic: true, domain: 'go.own-export.example' };
    case 10:
      return { target, dynamic: true, domain: 'go.own-export.example', short_code: `-Spring/Sale.${i}` };
    default:
      return {
        ...{ target, dynamic: true, color: { dark: '#112233', light: '#ffffff' }, size: 512, margin: 6 },
        ...{ error_correction: 'H', style: { modules: 'dot' }, title: `Styled ${i}` },
      };
  }
}

describe('an export of 500 codes of every kind', () => {
  const CODES = 500;

  it('changes exactly what was edited, as its dry run says, and nothing the second time', async () => {
    await seedDomain(env.DB, { accountId: client.accountId, host: 'go.own-export.example', state: 'active' });
    for (let first = 0; first < CODES - 20; first += 60) {
      const codes = Array.from({ length: Math.min(60, CODES - 20 - first) }, (_, i) => toKind(first + i));
      const made = await client.request('POST', '/v1/qr/bulk', { codes });
      const { data } = await made.json<{ data: { status: number }[] }>();
      expect(data.filter(({ status }) => status !== 200)).toEqual([]);
    }
    const bitly = Array.from(
      { length: 20 },
      (_, i) => `https://example.com/b${i},https://bit.ly/x${i},2020-01-01,7`,
    );
    await run(`long_url,link,created_at,clicks\n${bitly.join('\n')}\n`, 'dry_run=false');

    const before = await exportAll();
    const rows = toCells(before);
    expect(rows).toHaveLength(CODES);

    // Saved without an edit, nothing differs, in any mode, and in every form of the export.
    for (const mode of ['skip', 'update', 'fail']) {
      const { id, counts } = await run(saveInSpreadsheet(rows), `dry_run=false&on_conflict=${mode}`);
      expect(await rowsOf(id, 'failed')).toEqual([]);
      expect(await rowsOf(id, 'updated')).toEqual([]);
      expect(counts).toMatchObject({ rows: CODES, unchanged: CODES });
    }
    const lines = await exportAll(client, 'application/x-ndjson');
    const ofLines = await run(lines, 'dry_run=false&on_conflict=update', 'application/x-ndjson');
    expect(await rowsOf(ofLines.id, 'failed')).toEqual([]);
    expect(ofLines.counts).toMatchObject({ rows: CODES, unchanged: CODES });
    expect(await exportAll()).toBe(before);

    // Every seventh row is edited.
    const edited = rows.map((row, i): Record<string, string> => {
      if (i % 7 !== 0) return row;
      const isDynamic = row['dynamic'] === 'true';
      return {
        ...{ ...row, title: i % 2 ? `'=Edited ${i}`.slice(1) : '', tags: 'edited, =tag' },
        ...(isDynamic ? { target: `https://example.com/edited/${i}`, max_scans: '9', starts_at: '' } : {}),
      };
    });
    const file = saveInSpreadsheet(edited);
    const count = edited.filter((row, i) => row !== rows[i]).length;
    const dry = await run(file, 'on_conflict=update');
    expect(dry.counts).toMatchObject({ updated: count, unchanged: CODES - count });
    expect(await exportAll()).toBe(before);
    const foreseen = await rowsOf(dry.id, 'updated');
    await client.request('POST', `/v1/imports/${dry.id}/start`);
    const real = await finish(dry.id);
    expect(real.counts).toEqual(dry.counts);
    expect(await rowsOf(dry.id, 'updated')).toEqual(foreseen);

    const after = withoutTimes(toCells(await exportAll()));
    const expected = withoutTimes(edited);
    for (const [id, cells] of after) {
      // Tags are in alphabetical order, and the spreadsheet has taken the guard off a title.
      const { tags = '', title = '' } = expected.get(id) ?? {};
      const guarded = /^[=+@-]/.test(title) ? `'${title}` : title;
      const sorted = tags === 'edited, =tag' ? "'=tag,edited" : tags;
      expect(cells).toEqual({ ...expected.get(id), title: guarded, tags: sorted });
    }
    expect((await run(file, 'dry_run=false&on_conflict=update')).counts).toMatchObject({ unchanged: CODES });
  });
});

describe('a row with the id of a code of the account', () => {
  it('is that code: the report has each difference, and `on_conflict` decides', async () => {
    const { id } = await create(client, {
      ...{ target: 'https://example.com/', dynamic: true, title: "'=Old", tags: ['a', 'b'] },
      ...{ external_id: 'one', metadata: { k: 'v', gone: 'x' }, ends_at: '2099-01-01T00:00:00Z' },
    });
    const header = 'id,target,title,tags,external_id,metadata,ends_at,paused\n';
    const file = `${header}${id},https://example.com/new,"New, title",c,two,"{""k"":""w""}",,true\n`;
    const changes = [
      { field: 'target', from: 'https://example.com/', to: 'https://example.com/new' },
      { field: 'title', from: "'=Old", to: 'New, title' },
      { field: 'external_id', from: 'one', to: 'two' },
      { field: 'tags', from: 'a,b', to: 'c' },
      { field: 'metadata', from: '{"k":"v","gone":"x"}', to: '{"k":"w"}' },
      { field: 'paused', from: false, to: true },
      { field: 'ends_at', from: '2099-01-01T00:00:00.000Z', to: null },
    ];
    const skipped = await run(file, 'dry_run=false');
    expect(await rowsOf(skipped.id)).toMatchObject([{ state: 'skipped', id, external_id: 'one', changes }]);
    const failed = await run(file, 'dry_run=false&on_conflict=fail');
    const [row] = await rowsOf(failed.id);
    expect(row).toMatchObject({
      state: 'failed',
      id,
      error: { errors: [{ field: 'id', code: 'conflict' }] },
    });
    expect(row?.error?.message).toContain(`Your code ${id} differs from this row.`);
    expect(await read(id)).toMatchObject({ title: "'=Old", external_id: 'one' });
    const updated = await run(file, 'dry_run=false&on_conflict=update');
    expect(await rowsOf(updated.id)).toMatchObject([{ state: 'updated', id, external_id: 'two', changes }]);
    expect(await read(id)).toMatchObject({
      ...{ target: 'https://example.com/new', title: 'New, title', tags: ['c'], external_id: 'two' },
      ...{ metadata: { k: 'w' }, ends_at: null, paused: true },
    });
  });

  it('leaves alone what the file has no column for, and the scans and times of an export', async () => {
    const { id } = await create(client, {
      target: 'https://example.com/',
      dynamic: true,
      title: 'A',
      tags: ['t'],
    });
    const named = await create(client, { target: 'https://example.com/', dynamic: true, external_id: 'n' });
    const rows = toCells(await exportAll());
    const file = saveInSpreadsheet(rows.map(({ title: _title, ...row }) => ({ ...row, scans: '5' })));
    expect((await run(file, 'on_conflict=update')).counts).toMatchObject({ unchanged: 2 });
    // By its external id alone, too.
    const byName = rows.filter((row) => row['id'] === named.id).map(({ id: _id, ...row }) => row);
    expect((await run(saveInSpreadsheet(byName), 'on_conflict=update')).counts).toMatchObject({
      unchanged: 1,
    });
    expect(await read(id)).toMatchObject({ imported_scans: null, title: 'A', tags: ['t'] });
  });

  it('fails with what cannot change, with the id of another row, and nothing of it is done', async () => {
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        create(client, { target: `https://example.com/${name}`, dynamic: true, external_id: name }),
      ),
    );
    const [a, b, c, d] = made.map(({ id }) => id);
    const file = [
      'id,target,external_id,size,short_url',
      `${a},https://example.com/1,a,999,`,
      `${b},https://example.com/2,a,,`,
      `${c},https://example.com/3,c,,${env.SHORT_URL_BASE}/another-link`,
      `${d},https://example.com/4,d,,`,
      `${d},https://example.com/5,e,,`,
      `,https://example.com/6,d,,`,
      `${a},javascript:alert(1),z,,`,
    ].join('\n');
    const before = await exportAll();
    for (const dryRun of [true, false]) {
      const { id } = await run(file, `dry_run=${dryRun}&on_conflict=update`);
      const rows = await rowsOf(id);
      expect(
        rows.map(({ state, error }) => [
          state,
          ...(error?.errors ?? []).map(({ field, code }) => `${field} ${code}`),
        ]),
      ).toEqual([
        ['failed', 'size immutable_field'],
        ['failed', 'external_id repeated'],
        ['failed', 'short_code immutable_field'],
        ['updated'],
        ['failed', 'id repeated'],
        ['failed', 'external_id repeated'],
        ['failed', 'id repeated', 'target invalid_url'],
      ]);
      expect(rows[4]?.error?.message).toContain(`Row 5 is the same code: it has the id ${d} too.`);
    }
    const changed = toCells(await exportAll()).filter((row) => row['id'] !== d);
    expect(changed).toEqual(toCells(before).filter((row) => row['id'] !== d));
    // The id in one row, the external id in another.
    const two = `id,target,external_id\n${b},https://example.com/7,\n,https://example.com/8,b\n`;
    const { id } = await run(
      two.replace(',\n,', ',b\n,').replace(',b\n,', ',new-b\n,'),
      'on_conflict=update',
    );
    expect(await rowsOf(id)).toMatchObject([
      { state: 'updated', changes: [{ field: 'target' }, { field: 'external_id', from: 'b', to: 'new-b' }] },
      { state: 'failed', error: { errors: [{ field: 'id', code: 'repeated' }] } },
    ]);
  });

  it('of somebody else, or of nobody, is a new code with a warning', async () => {
    const stranger = await createClient();
    const theirs = await create(stranger, { target: 'https://example.com/theirs', dynamic: true });
    const file = `id,target\n${theirs.id},https://example.com/1\nqr_00000000,https://example.com/2\nqr_,https://example.com/3\n4711,https://example.com/4\n`;
    const { id, counts } = await run(file, 'dry_run=false&on_conflict=update');
    expect(counts).toMatchObject({ created: 4 });
    const unknown = [{ code: 'unknown_id' }];
    expect((await rowsOf(id)).map(({ warnings }) => warnings)).toMatchObject([unknown, unknown, unknown, []]);
    expect(await read(theirs.id, stranger)).toMatchObject({ target: 'https://example.com/theirs' });
    expect((await run(file, 'on_conflict=update')).counts).toMatchObject({ unchanged: 4 });
  });

  it('has a report of at most 1 KB, which says how many changes it leaves out', async () => {
    const long = 'x'.repeat(150);
    const name = 'y'.repeat(255);
    const { id } = await create(client, {
      target: `https://example.com/${long}`,
      dynamic: true,
      title: long,
    });
    const row = {
      ...{
        id,
        target: `https://example.com/z${long}`,
        title: `z${long}`,
        external_id: name,
        tags: ['z'.repeat(50)],
      },
      ...{ metadata: { [long.slice(0, 40)]: long }, archived: true, paused: true, max_scans: 7 },
      ...{
        starts_at: '2020-01-01T00:00:00Z',
        ends_at: '2099-01-01T00:00:00Z',
        fallback_url: `https://example.com/${long}`,
      },
      ...{
        rules: [
          { name: long.slice(0, 40), target: `https://example.com/${long}`, when: { country: ['DE'] } },
        ],
      },
      ...{ utm: { source: long }, preview: { title: long.slice(0, 60) }, forward_query: true },
    };
    const job = await run(JSON.stringify(row), 'on_conflict=update', 'application/x-ndjson');
    const [result] = await rowsOf(job.id);
    expect(result).toMatchObject({ state: 'updated' });
    expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThan(1_100);
    expect(result!.changes.length + (result!.changes_left_out ?? 0)).toBe(15);
  });
});

import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { CsvReader } from '#core/imports/csv.ts';
import { seedDomain } from '../../data/seed.ts';
import type { ApiClient } from '../api-client.ts';

/** Exports of codes that are edited in a spreadsheet and imported again, through the public door. */

interface Change {
  field: string;
  from: string | number | boolean | null;
  to: string | number | boolean | null;
}

export interface ImportedRow {
  row: number;
  state: string;
  id: string | null;
  external_id: string | null;
  changes: Change[];
  changes_left_out?: number;
  error: { code: string; message: string; errors?: { field: string; code: string }[] } | null;
  warnings: { code: string; message: string }[];
}

interface Job {
  id: string;
  status: string;
  counts: Record<string, number>;
}

export async function exportAll(by: ApiClient, accept = 'text/csv'): Promise<string> {
  const response = await by.request('GET', '/v1/qr?archived=any', undefined, { headers: { Accept: accept } });
  expect(response.status).toBe(200);
  return response.text();
}

async function finishImport(by: ApiClient, id: string): Promise<Job> {
  for (;;) {
    const job = await (await by.request('GET', `/v1/imports/${id}`)).json<Job>();
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

export async function importFile(
  by: ApiClient,
  file: string,
  query: string,
  type = 'text/csv',
): Promise<Job> {
  const started = await by.request('POST', `/v1/imports?${query}`, file, {
    headers: { 'Content-Type': type },
  });
  expect(started.status, await started.clone().text()).toBe(200);
  return finishImport(by, (await started.json<Job>()).id);
}

export async function rowsOfImport(by: ApiClient, id: string, state = ''): Promise<ImportedRow[]> {
  const query = state === '' ? '' : `&state=${state}`;
  const response = await by.request('GET', `/v1/imports/${id}/rows?limit=100${query}`);
  return (await response.json<{ data: ImportedRow[] }>()).data;
}

/** The cells of a file by column, for each row. */
export function toCells(csv: string): Record<string, string>[] {
  const reader = new CsvReader();
  const [first, last] = [reader.read(csv), reader.read(null)];
  if (!first.ok || !last.ok) throw new Error('the file cannot be read');
  const [header, ...rows] = [...first.value, ...last.value];
  return rows.map(({ cells }) => Object.fromEntries(header!.cells.map((name, i) => [name, cells[i] ?? ''])));
}

/** The file as a German spreadsheet saves it: with semicolons, its own line breaks, and booleans in its language. */
export function saveInSpreadsheet(rows: readonly Record<string, string>[]): string {
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

/**
 * Exports codes of every kind, imports them unchanged and edited, and exports them again: exactly what was edited differs, as the dry run
 * said. Gives the counts of the second import of the edited file.
 */
export async function proveRoundTrip(client: ApiClient, count: number): Promise<Job['counts']> {
  await seedDomain(env.DB, { accountId: client.accountId, host: 'go.own-export.example', state: 'active' });
  for (let first = 0; first < count - 20; first += 60) {
    const codes = Array.from({ length: Math.min(60, count - 20 - first) }, (_, i) => toKind(first + i));
    const made = await client.request('POST', '/v1/qr/bulk', { codes });
    const { data } = await made.json<{ data: { status: number }[] }>();
    expect(data.filter(({ status }) => status !== 200)).toEqual([]);
  }
  const bitly = Array.from(
    { length: 20 },
    (_, i) => `https://example.com/b${i},https://bit.ly/x${i},2020-01-01,7`,
  );
  await importFile(client, `long_url,link,created_at,clicks\n${bitly.join('\n')}\n`, 'dry_run=false');

  const before = await exportAll(client);
  const rows = toCells(before);
  expect(rows).toHaveLength(count);

  // Saved without an edit, nothing differs, in any mode, and in every form of the export.
  for (const mode of ['skip', 'update', 'fail']) {
    const { id, counts } = await importFile(
      client,
      saveInSpreadsheet(rows),
      `dry_run=false&on_conflict=${mode}`,
    );
    expect(await rowsOfImport(client, id, 'failed')).toEqual([]);
    expect(await rowsOfImport(client, id, 'updated')).toEqual([]);
    expect(counts).toMatchObject({ rows: count, unchanged: count });
  }
  const lines = await exportAll(client, 'application/x-ndjson');
  const ofLines = await importFile(client, lines, 'dry_run=false&on_conflict=update', 'application/x-ndjson');
  expect(await rowsOfImport(client, ofLines.id, 'failed')).toEqual([]);
  expect(ofLines.counts).toMatchObject({ rows: count, unchanged: count });
  expect(await exportAll(client)).toBe(before);

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
  const changed = edited.filter((row, i) => row !== rows[i]).length;
  const dry = await importFile(client, file, 'on_conflict=update');
  expect(dry.counts).toMatchObject({ updated: changed, unchanged: count - changed });
  expect(await exportAll(client)).toBe(before);
  const foreseen = await rowsOfImport(client, dry.id, 'updated');
  await client.request('POST', `/v1/imports/${dry.id}/start`);
  const real = await finishImport(client, dry.id);
  expect(real.counts).toEqual(dry.counts);
  expect(await rowsOfImport(client, dry.id, 'updated')).toEqual(foreseen);

  const after = withoutTimes(toCells(await exportAll(client)));
  const expected = withoutTimes(edited);
  for (const [id, cells] of after) {
    // Tags are in alphabetical order, and the spreadsheet has taken the guard off a title.
    const { tags = '', title = '' } = expected.get(id) ?? {};
    const guarded = /^[=+@-]/.test(title) ? `'${title}` : title;
    const sorted = tags === 'edited, =tag' ? "'=tag,edited" : tags;
    expect(cells).toEqual({ ...expected.get(id), title: guarded, tags: sorted });
  }
  const { counts } = await importFile(client, file, 'dry_run=false&on_conflict=update');
  return counts;
}

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import {
  exportAll,
  importFile,
  proveRoundTrip,
  rowsOfImport,
  saveInSpreadsheet,
  toCells,
} from '#harness/worker/imports/edited-export.ts';

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

const read = async (id: string, by = client) => by.json<Record<string, unknown>>('GET', `/v1/qr/${id}`);

it('an edited export changes exactly what was edited, as its dry run says, and nothing the second time', async () => {
  expect(await proveRoundTrip(client, 84)).toMatchObject({ rows: 84, unchanged: 84 });
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
    const skipped = await importFile(client, file, 'dry_run=false');
    expect(await rowsOfImport(client, skipped.id)).toMatchObject([
      { state: 'skipped', id, external_id: 'one', changes },
    ]);
    const failed = await importFile(client, file, 'dry_run=false&on_conflict=fail');
    const [row] = await rowsOfImport(client, failed.id);
    expect(row).toMatchObject({
      state: 'failed',
      id,
      error: { errors: [{ field: 'id', code: 'conflict' }] },
    });
    expect(row?.error?.message).toContain(`Your code ${id} differs from this row.`);
    expect(await read(id)).toMatchObject({ title: "'=Old", external_id: 'one' });
    const updated = await importFile(client, file, 'dry_run=false&on_conflict=update');
    expect(await rowsOfImport(client, updated.id)).toMatchObject([
      { state: 'updated', id, external_id: 'two', changes },
    ]);
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
    const rows = toCells(await exportAll(client));
    const file = saveInSpreadsheet(rows.map(({ title: _title, ...row }) => ({ ...row, scans: '5' })));
    expect((await importFile(client, file, 'on_conflict=update')).counts).toMatchObject({ unchanged: 2 });
    // By its external id alone, too.
    const byName = rows.filter((row) => row['id'] === named.id).map(({ id: _id, ...row }) => row);
    expect((await importFile(client, saveInSpreadsheet(byName), 'on_conflict=update')).counts).toMatchObject({
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
    const before = await exportAll(client);
    for (const dryRun of [true, false]) {
      const { id } = await importFile(client, file, `dry_run=${dryRun}&on_conflict=update`);
      const rows = await rowsOfImport(client, id);
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
    const changed = toCells(await exportAll(client)).filter((row) => row['id'] !== d);
    expect(changed).toEqual(toCells(before).filter((row) => row['id'] !== d));
    // The id in one row, the external id in another.
    const two = `id,target,external_id\n${b},https://example.com/7,\n,https://example.com/8,b\n`;
    const { id } = await importFile(
      client,
      two.replace(',\n,', ',b\n,').replace(',b\n,', ',new-b\n,'),
      'on_conflict=update',
    );
    expect(await rowsOfImport(client, id)).toMatchObject([
      { state: 'updated', changes: [{ field: 'target' }, { field: 'external_id', from: 'b', to: 'new-b' }] },
      { state: 'failed', error: { errors: [{ field: 'id', code: 'repeated' }] } },
    ]);
  });

  it('of somebody else, or of nobody, is a new code with a warning', async () => {
    const stranger = await createClient();
    const theirs = await create(stranger, { target: 'https://example.com/theirs', dynamic: true });
    const file = `id,target\n${theirs.id},https://example.com/1\nqr_00000000,https://example.com/2\nqr_,https://example.com/3\n4711,https://example.com/4\n`;
    const { id, counts } = await importFile(client, file, 'dry_run=false&on_conflict=update');
    expect(counts).toMatchObject({ created: 4 });
    const unknown = [{ code: 'unknown_id' }];
    expect((await rowsOfImport(client, id)).map(({ warnings }) => warnings)).toMatchObject([
      unknown,
      unknown,
      unknown,
      [],
    ]);
    expect(await read(theirs.id, stranger)).toMatchObject({ target: 'https://example.com/theirs' });
    expect((await importFile(client, file, 'on_conflict=update')).counts).toMatchObject({ unchanged: 4 });
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
    const job = await importFile(client, JSON.stringify(row), 'on_conflict=update', 'application/x-ndjson');
    const [result] = await rowsOfImport(client, job.id);
    expect(result).toMatchObject({ state: 'updated' });
    expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThan(1_100);
    expect(result!.changes.length + (result!.changes_left_out ?? 0)).toBe(15);
  });
});

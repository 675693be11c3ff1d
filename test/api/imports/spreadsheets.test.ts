import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { exportAll, importFile, rowsOfImport, toCells } from '#harness/worker/imports/edited-export.ts';

/** Files as people make them in spreadsheets, which change what they do not understand. */

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

const target = 'https://example.com/';
const update = async (file: string, mode = 'dry_run=false&on_conflict=update') => {
  const { id, counts } = await importFile(client, file, mode);
  return { counts, rows: await rowsOfImport(client, id) };
};
const read = async (id: string) => client.json<Record<string, unknown>>('GET', `/v1/qr/${id}`);

describe('a column that only reports', () => {
  const reports = ['created_at', 'updated_at', 'last_scan_at', 'scans', 'scans_by_day', 'imported_scans'];
  const damaged = ['28.11.2026 03:11', '28.11.2026', '4.00638E+12', '1.234', 'Montag', '-'];

  it('is never read for a code that exists, whatever a spreadsheet made of it', async () => {
    const { id } = await create(client, { target, dynamic: true, title: 'Old', external_id: 'one' });
    const line = (name: string, title: string) => `${name},${title},${target},${damaged.join(',')}\n`;
    for (const [column, name] of [
      ['id', id],
      ['external_id', 'one'],
    ]) {
      const head = `${column},title,target,${reports.join(',')}\n`;
      const { rows } = await update(head + line(String(name), `New by ${column}`));
      expect(rows).toMatchObject([{ state: 'updated', id, changes: [{ field: 'title' }] }]);
      expect((await update(head + line(String(name), `New by ${column}`))).counts).toMatchObject({
        unchanged: 1,
      });
      // Also where it could be read.
      const whole = `${column},target,created_at,scans\n${name},${target},2020-01-01,12\n`;
      expect((await update(whole)).counts).toMatchObject({ unchanged: 1 });
    }
    expect(await read(id)).toMatchObject({ imported_scans: null, original_created_at: null });
  });

  it('still refuses a new code, which would begin with another past', async () => {
    const { rows } = await update(`external_id,target,created_at\nnew,${target},28.11.2026 03:11\n`);
    expect(rows).toMatchObject([{ state: 'failed', error: { errors: [{ field: 'created_at' }] } }]);
  });
});

describe('digits that a spreadsheet has changed', () => {
  const named = async (external_id: string) =>
    (await create(client, { target, dynamic: true, external_id })).id;
  const externalIds = async () => toCells(await exportAll(client)).map((row) => row['external_id']);

  it.each([
    ['00421', '421'],
    ['0000', '0'],
    ['4006381333931', '4.00638E+12'],
    ['4006381333931', '4,00638E+12'],
    ['1234567890123456', '1234567890123450'],
    ['1234567890123456', '1234567890123460'],
    ['123456789012345678', '123456789012345000'],
  ])('never rename a code: %s as %s', async (external_id, cell) => {
    const id = await named(external_id);
    const file = `id;title;target;external_id\n${id};New;${target};${cell}\n`;
    const { rows } = await update(file);
    expect(rows).toMatchObject([
      {
        ...{ state: 'updated', external_id, changes: [{ field: 'title', from: null, to: 'New' }] },
        warnings: [{ code: 'external_id_kept', message: expect.stringContaining(external_id) }],
      },
    ]);
    // Without the id, the row would be a second code.
    for (const mode of ['on_conflict=update', 'dry_run=false&on_conflict=update']) {
      const alone = await update(`external_id;target\n${cell};${target}\n`, mode);
      expect(alone.rows).toMatchObject([
        { state: 'failed', error: { errors: [{ field: 'external_id', code: 'digits_lost' }] } },
      ]);
    }
    expect(await externalIds()).toEqual([external_id]);
  });

  it('are no id of another service, and no path', async () => {
    await update(`id,target\n00421,${target}\n`);
    expect(await externalIds()).toEqual(['spreadsheet:00421']);
    const { rows } = await update(`id,target\n421,${target}\n4.00638E+12,${target}\n`);
    expect(rows).toMatchObject([
      { state: 'failed', error: { errors: [{ field: 'id', code: 'digits_lost' }] } },
      { state: 'failed', error: { errors: [{ field: 'id', code: 'digits_lost' }] } },
    ]);
    await update(`path,target\n00777,${target}\n`);
    const paths = await update(`path,target\n777,${target}\n`);
    expect(paths.rows).toMatchObject([
      { state: 'failed', error: { errors: [{ field: 'short_code', code: 'digits_lost' }] } },
    ]);
    expect((await externalIds()).sort()).toEqual(['path:00777', 'spreadsheet:00421']);
  });

  it('are a name of their own where the file shows that it keeps them, and a wanted one is a rename', async () => {
    expect((await update(`external_id,target\n00421,${target}\n`)).counts).toMatchObject({ created: 1 });
    const file = `external_id,target\n00421,${target}\n421,${target}\n1234567890123450,${target}\n77,${target}\n`;
    expect((await update(file)).counts).toMatchObject({ unchanged: 1, created: 3 });
    expect((await update(file)).counts).toMatchObject({ unchanged: 4 });
    const id = await named('00500');
    const { rows } = await update(`id,external_id\n${id},501\n`);
    expect(rows).toMatchObject([{ state: 'updated', external_id: '501', warnings: [] }]);
    const lost = await update(`id,external_id\n${id},4.00638E+12\n`);
    expect(lost.rows).toMatchObject([{ state: 'failed' }]);
    expect(await read(id)).toMatchObject({ external_id: '501' });
  });
});

describe('a file without targets', () => {
  const upload = async () => {
    const pdf = new TextEncoder().encode('%PDF-1.4\n%%EOF');
    const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.length) };
    return (await client.json<{ id: string }>('POST', '/v1/files', pdf, { headers })).id;
  };

  it('changes the codes that it names, by either id, of whatever content, and leaves their targets alone', async () => {
    const made = [
      await create(client, { target, dynamic: true, external_id: 'a' }),
      await create(client, { target }),
      await create(client, { type: 'text', target: 'Hello', dynamic: true }),
      await create(client, { type: 'wifi', target: 'WIFI:T:WPA;S:Guests;P:secret 12;;' }),
      await create(client, { type: 'file', target: await upload(), dynamic: true }),
    ];
    const before = await Promise.all(made.map(({ id }) => read(id)));
    const { rows } = await update(`id,title\n${made.map(({ id }, i) => `${id},T${i}\n`).join('')}`);
    expect(rows.map(({ state, changes }) => [state, changes.map(({ field }) => field)])).toEqual(
      made.map(() => ['updated', ['title']]),
    );
    for (const [i, { id }] of made.entries())
      expect(await read(id)).toMatchObject({ target: before[i]?.['target'], title: `T${i}` });
    expect((await update('external_id,tags\na,spring|sale\n')).rows).toMatchObject([
      { state: 'updated', changes: [{ field: 'tags' }] },
    ]);
  });

  it('makes no code, and says what is missing', async () => {
    const { rows } = await update('id,title\nqr_00000000,X\n');
    expect(rows).toMatchObject([{ state: 'failed', error: { errors: [{ field: 'target' }] } }]);
    const nameless = await client.request('POST', '/v1/imports', 'title,tags\nX,y\n', {
      headers: { 'Content-Type': 'text/csv' },
    });
    expect((await readError(nameless)).errors).toMatchObject([{ code: 'no_target' }]);
  });
});

it('a printed link names what it names in a scan, however it was pasted, and the same code each time', async () => {
  const host = `sheets-${client.accountId.slice(-8)}.example`;
  await seedDomain(env.DB, { accountId: client.accountId, host });
  const links = [`${host}/Trail/`, `https://${host}./Trail`, `${host}/Trail`, `HTTPS://${host}/%54rail,`];
  for (const [i, link] of links.entries()) {
    const { rows, counts } = await update(`target,short link\n${target},"${link}"\n`);
    expect(counts).toMatchObject(i === 0 ? { created: 1 } : { unchanged: 1 });
    expect(rows).toMatchObject([{ short_url: expect.stringMatching(/\/Trail$/), warnings: [] }]);
  }
});

import { describe, expect, it } from 'vitest';
import { OWN_TEXT_FIELDS } from '#core/codes/own-texts.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { exportAll, importFile, rowsOfImport, toCells } from '#harness/worker/imports/edited-export.ts';
import { readPage, readText } from '#harness/worker/page.ts';

/** Each text by which an account knows its codes goes through every door: a new line of the table is tested by being there. */

type Details = Readonly<Record<string, unknown>>;

const TARGET = 'https://example.com/menu';

async function open(): Promise<{ api: ApiClient; browser: SignedInClient }> {
  const api = await createClient();
  return { api, browser: await signIn({ accountId: api.accountId }) };
}

async function read(api: ApiClient, id: string): Promise<Details> {
  return (await api.request('GET', `/v1/qr/${id}`)).json();
}

async function change(api: ApiClient, id: string, body: object): Promise<Details> {
  const changed = await api.request('PATCH', `/v1/qr/${id}`, body);
  expect(changed.status, await changed.clone().text()).toBe(200);
  return changed.json();
}

async function used(api: ApiClient): Promise<number> {
  const usage = await api.request('GET', '/v1/usage');
  return (await usage.json<{ quotas: { stored_bytes: { used: number } } }>()).quotas.stored_bytes.used;
}

describe.each(OWN_TEXT_FIELDS)('%s', (field) => {
  it('is null until it is sent, is kept by an edit of others, changed, counted, recorded, cleared and forgotten', async () => {
    const { api } = await open();
    const plain = await create(api, { target: TARGET });
    expect(await read(api, plain.id)).toMatchObject({ [field]: null });
    const { id } = await create(api, { target: TARGET, dynamic: true, [field]: 'first' });
    expect(await used(api)).toBe(2 * TARGET.length + 'first'.length);
    expect(await change(api, id, { archived: false })).toMatchObject({ [field]: 'first' });
    expect(await change(api, id, { [field]: 'second' })).toMatchObject({ [field]: 'second' });
    expect(await change(api, plain.id, { [field]: 'static' })).toMatchObject({ [field]: 'static' });
    expect(await change(api, id, { [field]: null })).toMatchObject({ [field]: null });
    const history = await api.request('GET', `/v1/qr/${id}/history`);
    expect((await history.json<{ data: Details[] }>()).data).toMatchObject([
      { changed: [field], from: { [field]: 'second' }, to: { [field]: null } },
      { changed: [field], from: { [field]: 'first' }, to: { [field]: 'second' } },
    ]);
    const refused = await api.request('PATCH', `/v1/qr/${id}`, { [field]: 'a\nb' });
    expect((await readError(refused, 400, 'invalid_request')).errors).toMatchObject([{ field }]);
    await api.request('DELETE', `/v1/qr/${id}`);
    await api.request('DELETE', `/v1/qr/${plain.id}`);
    expect(await used(api)).toBe(0);
  });

  it('is stated by a bulk and by a PUT, which leaves it alone if it says nothing of it', async () => {
    const { api } = await open();
    const key = field === 'external_id' ? 'kept' : 'sku-1';
    const path = `/v1/qr/ext:${key}`;
    const named = { target: TARGET, dynamic: true, external_id: key };
    const bulk = await api.request('POST', '/v1/qr/bulk', { codes: [{ ...named, [field]: 'kept' }] });
    expect(bulk.status, await bulk.clone().text()).toBe(200);
    const put = async (body: object) => {
      const response = await api.request('PUT', path, { target: TARGET, dynamic: true, ...body });
      return [response.headers.get('Upsert'), (await response.json<Details>())[field]];
    };
    expect(await put({})).toEqual(['unchanged', 'kept']);
    expect(await put({ [field]: 'kept' })).toEqual(['unchanged', 'kept']);
    if (field === 'external_id') return;
    expect(await put({ [field]: 'other' })).toEqual(['updated', 'other']);
    expect(await put({ [field]: null })).toEqual(['updated', null]);
  });

  it('leaves by the export and comes back by the import, which changes and clears it', async () => {
    const { api } = await open();
    const { id } = await create(api, { target: TARGET, dynamic: true, [field]: 'ours' });
    const [row] = toCells(await exportAll(api));
    expect(row?.[field]).toBe('ours');
    const bring = async (value: string) => {
      const file = `id,${field},target\r\n${id},${value},${TARGET}\r\n`;
      const { id: job } = await importFile(api, file, 'dry_run=false&on_conflict=update');
      const [result] = await rowsOfImport(api, job);
      return [result?.state, result?.changes, (await read(api, id))[field]];
    };
    expect(await bring('ours')).toEqual(['unchanged', [], 'ours']);
    expect(await bring('theirs')).toEqual(['updated', [{ field, from: 'ours', to: 'theirs' }], 'theirs']);
    expect(await bring('')).toEqual(['updated', [{ field, from: 'theirs', to: null }], null]);
    await importFile(api, `target,${field}\r\n${TARGET}/new,of-a-file\r\n`, 'dry_run=false');
    expect(toCells(await exportAll(api)).map((cells) => cells[field])).toContain('of-a-file');
  });

  it('is a field of the form of a new code, and of a code’s page, which shows it and its changes', async () => {
    const { api, browser } = await open();
    const form = (await readPage(await browser.get('/codes/new'))).fieldsOf('[action="/codes"]');
    const made = await browser.post('/codes', { ...form, url: TARGET, [field]: 'typed' });
    const path = made.headers.get('Location')!;
    const id = path.split('/').at(-1)!;
    expect(await read(api, id)).toMatchObject({ [field]: 'typed' });
    const page = await readPage(await browser.get(path));
    const action = field === 'title' ? path : `${path}/filing`;
    const fields = page.fieldsOf(`[action*="${action}"]`);
    expect(fields).toMatchObject({ [field]: 'typed', [`was_${field}`]: 'typed' });
    expect((await browser.post(action, { ...fields, [field]: 'changed' })).status).toBe(303);
    expect(await read(api, id)).toMatchObject({ [field]: 'changed' });
    expect(await readText(await browser.get(path))).toMatch(/Before: typed After: changed/);
  });
});

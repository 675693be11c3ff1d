import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

async function createTagged() {
  const { id } = await create(client, { dynamic: true });
  const response = await client.request('GET', `/v1/qr/${id}`);
  return { id, tag: response.headers.get('ETag') ?? '' };
}

const patch = (id: string, ifMatch: string) =>
  client.request('PATCH', `/v1/qr/${id}`, { title: 'edited' }, { headers: { 'If-Match': ifMatch } });

describe('the ETag of a code', () => {
  it('comes with POST, GET and PATCH, and changes with every edit', async () => {
    const created = await client.request('POST', '/v1/qr', { target: 'https://example.com/', dynamic: true });
    const { id } = await created.json<{ id: string }>();
    const read = await client.request('GET', `/v1/qr/${id}`);
    expect(created.headers.get('ETag')).toMatch(/^"[^"]+"$/);
    expect(read.headers.get('ETag')).toBe(created.headers.get('ETag'));
    const edited = await client.request('PATCH', `/v1/qr/${id}`, { title: 'x' });
    const editedAgain = await client.request('PATCH', `/v1/qr/${id}`, { title: 'y' });
    const tags = [created, edited, editedAgain].map((response) => response.headers.get('ETag'));
    expect(new Set(tags).size).toBe(3);
  });

  it('spares the caller a response that it has, and not one with a new scan', async () => {
    const { id, tag } = await createTagged();
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await client.request('GET', `/v1/qr/${id}`, undefined, {
        headers: { 'If-None-Match': known },
      });
      expect(response.status).toBe(304);
      expect(response.headers.get('ETag')).toBe(tag);
      expect(await response.text()).toBe('');
    }
    await env.DB.prepare(
      "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, 0, 'mobile', 'v')",
    )
      .bind(id.slice(3))
      .run();
    for (const unknown of [tag, '"other"', 'junk', '']) {
      const response = await client.request('GET', `/v1/qr/${id}`, undefined, {
        headers: { 'If-None-Match': unknown },
      });
      expect(response.status).toBe(200);
    }
  });
});

describe('If-Match', () => {
  it('allows an edit of the revision that was read, and refuses it for any other', async () => {
    const { id, tag } = await createTagged();
    const first = await patch(id, tag);
    expect(first.status).toBe(200);
    await readError(patch(id, tag), 412, 'precondition_failed');
    await readError(patch(id, '"other"'), 412, 'precondition_failed');
    await readError(patch(id, `W/${first.headers.get('ETag')}`), 412, 'precondition_failed');
    expect((await patch(id, `"other", ${first.headers.get('ETag')}`)).status).toBe(200);
    expect((await patch(id, '*')).status).toBe(200);
  });

  it.each([95, 101, 1_000])('accepts %i tags', async (count) => {
    const { id, tag } = await createTagged();
    const others = Array.from({ length: count - 1 }, (_, i) => `"${i + 2}.0"`);
    await readError(patch(id, others.join(', ')), 412, 'precondition_failed');
    expect((await patch(id, [...others, tag].join(', '))).status).toBe(200);
    const { id: other, tag: known } = await createTagged();
    const read = await client.request('GET', `/v1/qr/${other}`, undefined, {
      headers: { 'If-None-Match': [...others, known].join(', ') },
    });
    expect(read.status).toBe(304);
  });

  it('is not spoiled by a scan', async () => {
    const { id, tag } = await createTagged();
    await env.DB.prepare(
      "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, 0, 'mobile', 'v')",
    )
      .bind(id.slice(3))
      .run();
    expect((await patch(id, tag)).status).toBe(200);
  });

  it('lets one of many simultaneous edits win', async () => {
    const { id, tag } = await createTagged();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await patch(id, tag)).status));
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });

  it('guards a deletion', async () => {
    const { id, tag } = await createTagged();
    await patch(id, '*');
    const remove = (ifMatch: string) =>
      client.request('DELETE', `/v1/qr/${id}`, undefined, { headers: { 'If-Match': ifMatch } });
    await readError(remove(tag), 412, 'precondition_failed');
    expect((await client.request('GET', `/v1/qr/${id}`)).status).toBe(200);
    expect((await remove('*')).status).toBe(200);
    await readError(remove('*'), 404, 'not_found');
  });

  it.each(['', ' ', 'junk', '"open', '1', '"a" "b"', `"${'x'.repeat(1_000)}" junk`])(
    'is refused when it is no entity tag: %s',
    async (ifMatch) => {
      const { id } = await createTagged();
      const { errors } = await readError(patch(id, ifMatch));
      expect(errors?.[0]?.field).toBe('If-Match');
    },
  );

  it('without a value neither deletes nor replaces', async () => {
    const { id } = await create(client, { dynamic: true, external_id: 'sku-1' });
    const headers = { 'If-Match': '' };
    const refused = [
      await client.request('DELETE', `/v1/qr/${id}`, undefined, { headers }),
      await client.request('PUT', '/v1/qr/ext:sku-1', { target: 'https://example.com/b' }, { headers }),
      await client.request('PUT', '/v1/qr/ext:sku-2', { target: 'https://example.com/b' }, { headers }),
    ];
    for (const response of refused) await readError(response);
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({ target: 'https://example.com/menu' });
    expect((await client.request('GET', '/v1/qr/ext:sku-2')).status).toBe(404);
  });
});

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import worker from '#api/index.ts';
import { firstIdOfRun, SETTLED_AFTER_MS } from '#service/links/sweep-short-link-copies.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

const TARGET = 'https://example.com/menu';
const EDITED = 'https://example.com/winter';
const down = () => Promise.reject(new Error('KV is down'));
const broken = { LINKS: withFault(env.LINKS, { put: down }) };

const copyOf = (id: string) => env.LINKS.get(id.slice(3), 'json');
const leadsTo = (location: string, isTracked = true) => ({
  kind: 'redirect',
  location,
  isTracked,
  revision: expect.any(Number),
  accountId: expect.any(String),
});

/** Runs the cron at a time when every change so far has settled, before any later one. */
async function sweep(bindings: Partial<ApiEnv> = {}, atMs = Date.now() + SETTLED_AFTER_MS + 1) {
  const ctx = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(atMs), cron: '*/10 * * * *' });
  await worker.scheduled(controller, { ...env, ...bindings }, ctx);
  await waitOnExecutionContext(ctx);
}

describe('the copy of a short link', () => {
  it('is written on create, PATCH and DELETE', async () => {
    const { id } = await create(client, { target: TARGET, dynamic: true });
    expect(await copyOf(id)).toEqual(leadsTo(TARGET));
    await client.request('PATCH', `/v1/qr/${id}`, { target: EDITED });
    expect(await copyOf(id)).toEqual(leadsTo(EDITED));
    await client.request('DELETE', `/v1/qr/${id}`);
    expect(await copyOf(id)).toMatchObject({ kind: 'gone' });
  });

  it('is written for each code of a bulk request, including texts', async () => {
    const { data } = await client.json<{ data: { code?: { id: string } }[] }>('POST', '/v1/qr/bulk', {
      codes: [{ target: TARGET }, { target: 'not a URL' }, { type: 'text', target: 'Hello' }],
    });
    expect(await copyOf(data[0]?.code?.id ?? '')).toEqual(leadsTo(TARGET, false));
    expect(await copyOf(data[2]?.code?.id ?? '')).toEqual({
      kind: 'shown',
      content: 'Hello',
      fields: null,
      isTracked: false,
      revision: 1,
      updatedAtMs: expect.any(Number),
      accountId: client.accountId,
    });
  });

  it('fails without failing the change, and the sweep makes up for it', async () => {
    const made = await client.request('POST', '/v1/qr', { target: TARGET, dynamic: true }, { env: broken });
    expect(made.status).toBe(200);
    const { id } = await made.json<{ id: string }>();
    expect(await copyOf(id)).toBeNull();
    await sweep();
    expect(await copyOf(id)).toEqual(leadsTo(TARGET));

    const edit = { target: EDITED };
    expect((await client.request('PATCH', `/v1/qr/${id}`, edit, { env: broken })).status).toBe(200);
    expect(await copyOf(id)).toEqual(leadsTo(TARGET));
    // The first sweep ran ahead of the clock, and so has verified a time span that may include this edit.
    await env.LINKS.delete('sweep/verified-until-ms');
    await sweep();
    expect(await copyOf(id)).toEqual(leadsTo(EDITED));

    expect((await client.request('DELETE', `/v1/qr/${id}`, undefined, { env: broken })).status).toBe(200);
    await env.LINKS.delete('sweep/verified-until-ms');
    await sweep();
    expect(await copyOf(id)).toMatchObject({ kind: 'gone' });
  });

  it('is repaired if two quick edits were copied in the wrong order', async () => {
    const { id } = await create(client, { target: TARGET, dynamic: true });
    await client.request('PATCH', `/v1/qr/${id}`, { target: EDITED });
    await env.LINKS.put(id.slice(3), JSON.stringify(leadsTo(TARGET)));
    await env.LINKS.delete('sweep/verified-until-ms');
    await sweep();
    expect(await copyOf(id)).toEqual(leadsTo(EDITED));
  });
});

describe('the sweep of the copies', () => {
  it('leaves changes alone that may still be in progress', async () => {
    await env.LINKS.delete('sweep/verified-until-ms');
    const { id } = await client.json<{ id: string }>('POST', '/v1/qr', { target: TARGET }, { env: broken });
    // It is not in the sample either, which starts after this id.
    let atMs = Date.now();
    while (firstIdOfRun(atMs) < id.slice(3)) atMs -= 600_000;
    await sweep({}, atMs);
    expect(await copyOf(id)).toBeNull();
  });

  it('checks each change once, and returns to those that it could not write', async () => {
    const { id } = await create(client, { target: TARGET });
    await sweep();
    await env.LINKS.delete(id.slice(3));
    // The sweep has passed it: only the sample, which starts after this id, could find it.
    const later = (found: string) => {
      let atMs = Date.now() + 2 * SETTLED_AFTER_MS;
      while (firstIdOfRun(atMs) < found) atMs += 600_000;
      return atMs;
    };
    await sweep({}, later(id.slice(3)));
    expect(await copyOf(id)).toBeNull();

    await env.LINKS.delete('sweep/verified-until-ms');
    await sweep(broken);
    expect(await env.LINKS.get('sweep/verified-until-ms')).toBeNull();
    await sweep();
    expect(await copyOf(id)).toEqual(leadsTo(TARGET, false));
  });

  it('compares a sample, wherever its codes are', async () => {
    const { id } = await create(client, { target: TARGET });
    await sweep();
    await env.LINKS.put(id.slice(3), JSON.stringify(leadsTo('https://example.com/wrong', false)));
    let atMs = Date.now() + 3 * SETTLED_AFTER_MS;
    const isJustBefore = (first: string) => first <= id.slice(3) && first.slice(0, 1) === id.charAt(3);
    while (!isJustBefore(firstIdOfRun(atMs))) atMs += 600_000;
    await sweep({}, atMs);
    expect(await copyOf(id)).toEqual(leadsTo(TARGET, false));
  });

  it('leaves the key of a GS1 code to the one that has it now, as an edit does', async () => {
    const other = await createClient();
    const key = '09527000000003';
    const approve = (accountId: string) =>
      env.DB.prepare('INSERT OR REPLACE INTO gs1_prefixes VALUES (9527, ?, 0)').bind(accountId).run();
    const send = (by: ApiClient, method: string, path: string, body?: object) =>
      by.json<{ id: string }>(method, `/v1/qr${path}`, body, { env: { GS1_HOST: 'id.example.com' } });
    const make = (by: ApiClient) =>
      send(by, 'POST', '', { type: 'gs1', gs1: { '01': key }, target: TARGET, dynamic: true });
    const sweepAll = async () => {
      await env.LINKS.delete('sweep/verified-until-ms');
      await sweep();
      return `qr_${(await env.LINKS.get<{ codeId: string }>(`name/id.example.com/01/${key}`, 'json'))?.codeId}`;
    };
    await approve(client.accountId);
    const deleted = await make(client);
    await send(client, 'DELETE', `/${deleted.id}`);
    const second = await make(client);
    expect(await sweepAll()).toBe(second.id);
    await approve(other.accountId);
    const third = await make(other);
    await send(client, 'PATCH', `/${second.id}`, { target: EDITED });
    expect(await sweepAll()).toBe(third.id);
    expect(await copyOf(second.id)).toMatchObject({ location: EDITED });
  });

  it('starts its samples all over the id space', () => {
    const starts = new Set<string>();
    for (let run = 0; run < 1_500; run++) starts.add(firstIdOfRun(1e12 + run * 600_000).slice(0, 2));
    expect(starts.size).toBeGreaterThan(1_000);
  });
});

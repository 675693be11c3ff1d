import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import worker from '#api/index.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { prefixOfRun } from '#service/images/sweep-images.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

const down = () => Promise.reject(new Error('the service behind this binding is down'));

async function countRows(): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS codes FROM qr_codes').first<{ codes: number }>();
  return row?.codes ?? -1;
}

async function keysInBucket(): Promise<string[]> {
  return (await env.IMAGES.list()).objects.map((object) => object.key).sort();
}

describe('creating', () => {
  it('leaves no row when no image can be stored; a retry works', async () => {
    const rows = await countRows();
    const IMAGES = withFault(env.IMAGES, { put: down });
    await readError(
      client.request('POST', '/v1/qr', { target: 'https://example.com/' }, { env: { IMAGES } }),
      503,
      'unavailable',
    );
    expect(await countRows()).toBe(rows);
    await create(client, {});
    expect(await countRows()).toBe(rows + 1);
  });

  it('leaves no row when only one of the images can be stored', async () => {
    const rows = await countRows();
    const put = (key: string, ...rest: [never, never]) =>
      key.endsWith('.svg') ? down() : env.IMAGES.put(key, ...rest);
    const IMAGES = withFault(env.IMAGES, { put });
    await readError(
      client.request('POST', '/v1/qr', { target: 'https://example.com/' }, { env: { IMAGES } }),
      503,
      'unavailable',
    );
    expect(await countRows()).toBe(rows);
  });

  it('leaves no row without images when the database fails: the images wait for the sweep', async () => {
    const rows = await countRows();
    const prepare = (sql: string) => {
      if (sql.startsWith('insert into "qr_codes"')) throw new Error('D1_ERROR: overloaded');
      return env.DB.prepare(sql);
    };
    const DB = withFault(env.DB, { prepare });
    await readError(
      client.request('POST', '/v1/qr', { target: 'https://example.com/' }, { env: { DB } }),
      503,
      'unavailable',
    );
    expect(await countRows()).toBe(rows);
  });

  it('never overwrites the images of an existing code, and uses another id', async () => {
    const ids = [
      new Uint8Array([9, 9, 9, 9, 9]),
      new Uint8Array([9, 9, 9, 9, 9]),
      new Uint8Array([8, 8, 8, 8, 8]),
    ];
    const repeater = await createClient({ appOptions: { randomBytes: () => ids.shift()! } });
    const first = await create(repeater, { dynamic: true });
    const key = `qr/${first.id.slice(3)}.png`;
    const before = (await env.IMAGES.head(key))?.etag;
    const second = await create(repeater, { target: 'https://example.com/other' });
    expect(second.id).not.toBe(first.id);
    expect((await env.IMAGES.head(key))?.etag).toBe(before);
  });
});

describe('deleting', () => {
  it('succeeds when the images cannot be deleted, and the sweep deletes them later', async () => {
    const { id } = await create(client, { dynamic: true });
    const IMAGES = withFault(env.IMAGES, { delete: down });
    const response = await client.request('DELETE', `/v1/qr/${id}`, undefined, { env: { IMAGES } });
    expect(response.status).toBe(200);
    await readError(client.request('GET', `/v1/qr/${id}`), 404, 'not_found');
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).not.toBeNull();

    await sweep(Date.now());
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).toBeNull();
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.svg`)).toBeNull();
  });

  it('changes nothing when the database fails', async () => {
    const { id } = await create(client, { dynamic: true });
    const prepare = (sql: string) => {
      if (sql.startsWith('update')) throw new Error('D1_ERROR: overloaded');
      return env.DB.prepare(sql);
    };
    const DB = withFault(env.DB, { prepare });
    await readError(client.request('DELETE', `/v1/qr/${id}`, undefined, { env: { DB } }), 503, 'unavailable');
    expect((await client.request('GET', `/v1/qr/${id}`)).status).toBe(200);
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).not.toBeNull();
  });
});

describe('the sweep', () => {
  it('deletes images of an id that the database never heard of 30 days after it first saw them, and nothing that a code owns', async () => {
    const { id } = await create(client, { dynamic: true });
    const codeId = id.slice(3);
    const prefix = codeId.slice(0, 2);
    const orphan = prefix + (codeId.slice(2) === '000000' ? '111111' : '000000');
    await env.IMAGES.put(`qr/${orphan}.png`, 'orphan');
    await env.IMAGES.put(`qr/${orphan}.svg`, 'orphan');
    const all = await keysInBucket();
    const owned = all.filter((key) => !key.includes(orphan));

    // An upload long ago is not enough: the database may have been restored to an earlier time only yesterday.
    const firstSeen = timeOfRun(prefix, Date.now() + 90 * DAY_MS, 1);
    await sweep(firstSeen);
    expect(await keysInBucket()).toEqual(all);
    await sweep(timeOfRun(prefix, firstSeen + 30 * DAY_MS - 1, -1));
    expect(await keysInBucket()).toEqual(all);
    await sweep(timeOfRun(prefix, firstSeen + 30 * DAY_MS, 1));
    expect(await keysInBucket()).toEqual(owned);
  });

  it('starts counting again if the database had an id in between', async () => {
    const { id } = await create(client, { dynamic: true });
    const codeId = id.slice(3);
    const prefix = codeId.slice(0, 2);
    const seen = timeOfRun(prefix, Date.now() + DAY_MS, 1);
    await env.LINKS.put(`images/unknown/${prefix}`, JSON.stringify({ [codeId]: 1 }));
    await sweep(seen);
    expect(await env.IMAGES.head(`qr/${codeId}.png`)).not.toBeNull();
    expect((await env.LINKS.get(`images/unknown/${prefix}`)) ?? '').not.toContain(codeId);
  });

  it('deletes nothing while it is suspended', async () => {
    const { id } = await create(client, { dynamic: true });
    await client.request('DELETE', `/v1/qr/${id}`);
    await env.IMAGES.put(`qr/${id.slice(3)}.png`, 'back again');
    const time = timeOfRun(id.slice(3, 5), Date.now() + DAY_MS, 1);
    await env.LINKS.put('images/sweep-suspended-until-ms', String(time + 1));
    await sweep(time);
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).not.toBeNull();
    await env.LINKS.put('images/sweep-suspended-until-ms', String(time));
    await sweep(time);
    await env.LINKS.delete('images/sweep-suspended-until-ms');
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).toBeNull();
  });

  it('deletes images that turn up again under a deleted code', async () => {
    const { id } = await create(client, { dynamic: true });
    await client.request('DELETE', `/v1/qr/${id}`);
    await env.IMAGES.put(`qr/${id.slice(3)}.png`, 'back again');
    await sweep(timeOfRun(id.slice(3, 5), Date.now() + 60 * 60_000 + 1_000, 1));
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).toBeNull();
  });

  it('comes round to every id prefix within a week and an hour', () => {
    const prefixes = new Set<string>();
    for (let run = 0; run < 1_024; run++) prefixes.add(prefixOfRun(run * 600_000));
    expect(prefixes.size).toBe(1_024);
  });
});

/** The time nearest to `fromMs`, before (-1) or after it (1), at which the cron checks this prefix. */
function timeOfRun(prefix: string, fromMs: number, direction: 1 | -1): number {
  let time = fromMs;
  while (prefixOfRun(time) !== prefix) time += direction * 600_000;
  return time;
}

async function sweep(scheduledTime: number): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(
    createScheduledController({ scheduledTime: new Date(scheduledTime), cron: '*/10 * * * *' }),
    env,
    ctx,
  );
  await waitOnExecutionContext(ctx);
}

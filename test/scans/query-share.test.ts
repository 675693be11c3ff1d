import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCode, createOwner, type Owner, FAKED } from '#harness/worker/scan-backends.ts';
import { openDatabase } from '#storage/database.ts';
import { AnalyticsEngineError } from '#storage/scans/analytics-engine-api.ts';
import {
  createQueryShare,
  deleteOldQueries,
  QUERIES_PER_WINDOW,
  type SharedQuery,
  WINDOW_MS,
} from '#storage/scans/query-share.ts';

const START = Date.UTC(2026, 10, 21, 12);

let now: number;
let calls: number;
let status: number;
beforeEach(async () => {
  now = START;
  calls = 0;
  status = 200;
  await env.DB.batch([
    env.DB.prepare('DELETE FROM scan_queries'),
    env.DB.prepare('DELETE FROM scan_query_log'),
  ]);
});

const doFetch: typeof fetch = () => {
  calls++;
  return Promise.resolve(status === 200 ? Response.json({ data: [] }) : new Response('no', { status }));
};
const owner = (): Promise<Owner> => createOwner(FAKED, () => now, doFetch, 30_000);

function share(random = 0, sleep = () => Promise.resolve()) {
  return createQueryShare({
    db: openDatabase(env.DB),
    nowMs: () => now,
    freshMs: 30_000,
    random: () => random,
    sleep,
  });
}

const mayAsk = async (query: SharedQuery) => (await share().claim(query)).mayAsk;

describe('one account', () => {
  it('queries the counts of its lists and codes once in 30 seconds, whatever it shows', async () => {
    const one = await owner();
    const codes = [await createCode(one), await createCode(one)];
    for (let i = 0; i < 3; i++) {
      await one.get('/v1/qr');
      for (const code of codes) await one.get(`/v1/qr/qr_${code}`);
    }
    expect(calls).toBe(1);
    now += 30_000;
    await one.get('/v1/qr');
    expect(calls).toBe(2);
  });

  it('never gets the figures of another filter, zone or period for its own', async () => {
    const one = await owner();
    const code = await createCode(one);
    const queries = [
      '',
      '?filter=country:DE',
      '?filter=country:FR',
      '?filter=country:',
      '?filter=city:DE',
      '?filter=country:DE&filter=os:iOS',
      '?filter=hour:3',
      '?range=last_7_days&filter=country:DE',
      '?tz=Asia/Tokyo&filter=country:DE',
      '?filter=os:%22%2C%22country:DE',
    ];
    for (const query of queries) {
      const before = calls;
      await one.get(`/v1/qr/qr_${code}/stats${query}`);
      expect(calls, query).toBeGreaterThan(before);
    }
    const asked = calls;
    for (const query of [...queries, '?filter=os:iOS&filter=country:DE'])
      await one.get(`/v1/qr/qr_${code}/stats${query}`);
    expect(calls).toBe(asked);
  });

  it('queries each of its statistics once in 30 seconds, and learns how old they are', async () => {
    const one = await owner();
    const code = await createCode(one);
    const read = async () => (await one.request('GET', `/v1/qr/qr_${code}/stats`)).headers.get('Age');
    expect(await read()).toBe('0');
    const first = calls;
    now += 12_345;
    expect(await read()).toBe('12');
    expect(calls).toBe(first);
    now += 30_000;
    expect(await read()).toBe('0');
    expect(calls).toBe(2 * first);
  });

  it('keeps its last figures while Analytics Engine fails, however old, and sends no queries for a while', async () => {
    const one = await owner();
    const code = await createCode(one);
    await one.get(`/v1/qr/qr_${code}/stats`);
    now += 600_000;
    status = 429;
    const response = await one.request('GET', `/v1/qr/qr_${code}/stats`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Age')).toBe('600');
    const before = calls;
    now += 20_000;
    await one.get('/v1/qr');
    expect(calls).toBe(before);
  });
});

describe('the installation', () => {
  it('never sends more than its budget in any five minutes, however many ask', async () => {
    const sent: number[] = [];
    for (; now < START + 2 * WINDOW_MS; now += 20_000)
      for (let account = 0; account < 12; account++)
        if (await mayAsk({ key: `${account} ${now}`, accountId: `acc_${account}`, queries: 10 }))
          sent.push(now);
    const busiest = Math.max(
      ...sent.map((from) => 10 * sent.filter((time) => time >= from && time < from + WINDOW_MS).length),
    );
    expect(busiest).toBeLessThanOrEqual(QUERIES_PER_WINDOW);
    expect(busiest).toBeGreaterThan(QUERIES_PER_WINDOW / 2);
  });

  it('leaves a quiet account its figures while a busy one queries without end', async () => {
    let busy = 0;
    for (let i = 0; i < 500; i++)
      if (await mayAsk({ key: `busy ${i}`, accountId: 'busy', queries: 1 })) busy++;
    expect(busy).toBe(QUERIES_PER_WINDOW / 2);
    for (let account = 0; account < 5; account++)
      expect(await mayAsk({ key: `quiet ${account}`, accountId: `quiet ${account}`, queries: 3 })).toBe(true);
  });

  it('sends one query for simultaneous equal requests, and gives all of them the result', async () => {
    let sent = 0;
    const send = () => Promise.resolve({ value: ++sent });
    const query = { key: 'same', accountId: 'a', queries: 1 };
    const results = await Promise.all(Array.from({ length: 20 }, () => share().run(query, send)));
    expect(results.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('waits for a result that another request reads, and not for one that nobody reads', async () => {
    let waits = 0;
    const read = (key: string) =>
      share(0, () => Promise.resolve(void waits++)).run({ key, accountId: 'a', queries: 1 }, () =>
        Promise.reject(new AnalyticsEngineError(503, 'no')),
      );
    await share().claim({ key: 'read by another', accountId: 'a', queries: 1 });
    await expect(read('read by another')).rejects.toThrow('Analytics Engine');
    expect(waits).toBeGreaterThan(0);
    // The first of these fails, and blocks all queries for a while.
    waits = 0;
    for (const key of ['failing', 'failing', 'read by another', 'never read'])
      await expect(read(key)).rejects.toThrow(/^(no|Analytics Engine did not respond)$/);
    expect(waits).toBe(0);
  });

  it('waits longer after "too many requests" than after a failure, and never equally long', async () => {
    const question = (key: string) => ({ key, accountId: 'a', queries: 1 });
    for (const [code, random, pauseMs] of [
      [429, 0, 30_000],
      [429, 1, 90_000],
      [503, 0, 2_500],
      [0, 1, 7_500],
    ] as const) {
      await share(random).backOff(new AnalyticsEngineError(code, 'no'));
      const key = `${code} ${random}`;
      now += pauseMs - 1;
      expect(await mayAsk(question(key)), key).toBe(false);
      now += 1;
      expect(await mayAsk(question(key)), key).toBe(true);
    }
    await share().backOff(new AnalyticsEngineError(403, 'no'));
    expect(await mayAsk(question('refused'))).toBe(true);
  });

  it('forgets what nobody needs any more', async () => {
    await share().claim({ key: 'old', accountId: 'a', queries: 1 });
    await deleteOldQueries(openDatabase(env.DB), now + 25 * 3_600_000);
    const row = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM scan_queries) + (SELECT count(*) FROM scan_query_log) AS rows',
    ).first();
    expect(row).toEqual({ rows: 0 });
  });
});

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Source } from '#core/scans/source.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { keepEvents } from '#service/events/hand-over.ts';
import { noteHours } from '#service/events/note-hours.ts';
import { toMessage } from '#service/events/say-event.ts';
import { BACKENDS, createOwner, D1, createScannedCode, type Owner } from '#harness/worker/scan-backends.ts';
import { randomCodeId } from '#harness/data/random.ts';
import { seedCodes } from '#harness/data/seed.ts';

/** `scans.counted`, from either scan log. */

const HOUR = 3_600_000;
const MINUTE = 60_000;

interface Counts {
  timestamp: string;
  data: {
    from: string;
    to: string;
    counts: { code_id: string; external_id: string | null; scans: number; by_source: object }[];
  };
}

describe.each(BACKENDS)('the scans of an hour, from %s', (name, { env: bindings, ...log }) => {
  // Nothing is sent.
  const EVENTS = { sendBatch: () => Promise.resolve() } as unknown as Queue;
  const backend = { ...log, env: { ...bindings, EVENTS } };
  // Noon of a day of its own: the cron goes on where it was.
  const noon = Date.UTC(2026, 10, 21 + BACKENDS.findIndex(([other]) => other === name), 12);
  let now = noon;
  let owner: Owner;
  beforeAll(async () => {
    await env.DB.prepare('DELETE FROM scan_query_log').run();
    owner = await createOwner(backend, () => now);
  });

  const subscribe = async (by: Owner, events: readonly string[]) => {
    return (await by.json<{ id: string }>('POST', '/v1/webhooks', { url: 'https://hooks.example/a', events }))
      .id;
  };
  const runAt = async (timeMs: number, doFetch = PLATFORM.fetch) => {
    now = timeMs;
    const platform = { ...PLATFORM, nowMs: () => now, fetch: doFetch };
    const used = { ...env, ...backend.env };
    await keepEvents(createDependencies(used, platform, () => undefined));
  };
  const countsOf = async (by: Owner): Promise<Counts[]> => {
    const { data } = await by.get<{ data: Counts[] }>('/v1/events?type=scans.counted&limit=100');
    return data.reverse();
  };
  const told = (events: readonly Counts[]) =>
    events.map(({ timestamp, data: { from, to, counts } }) => {
      expect(timestamp).toBe(to);
      expect(Date.parse(to) - Date.parse(from)).toBe(HOUR);
      const scans = counts.map(({ code_id: id, scans: count }): [string, number] => [id, count]);
      return [(Date.parse(from) - noon) / HOUR, Object.fromEntries(scans)];
    });
  const scannedAt = (...timesMs: number[]) => timesMs.map((atMs) => ({ atMs, accountId: owner.accountId }));

  it('come an hour after its end, for the codes that were scanned in it, and agree with the statistics', async () => {
    const webhook = await subscribe(owner, ['scans.counted']);
    const scan = (timesMs: number[]) => createScannedCode(owner, backend, scannedAt(...timesMs));
    const menu = await scan([
      noon,
      noon + MINUTE,
      noon + HOUR - 1_000,
      noon + HOUR,
      noon + 3 * HOUR + MINUTE,
    ]);
    const poster = await scan([noon + MINUTE, noon - MINUTE]);
    expect((await owner.request('PATCH', `/v1/qr/qr_${menu}`, { external_id: 'menu' })).status).toBe(200);

    await runAt(noon + 2 * HOUR - MINUTE);
    expect(await countsOf(owner)).toEqual([]);
    await runAt(noon + 2 * HOUR + MINUTE);
    await runAt(noon + 2 * HOUR + 11 * MINUTE);
    const first = await countsOf(owner);
    expect(told(first)).toEqual([[0, { [`qr_${menu}`]: 3, [`qr_${poster}`]: 1 }]]);
    expect(first[0]?.data.counts.find(({ code_id: id }) => id === `qr_${menu}`)?.external_id).toBe('menu');
    const message = toMessage(
      'https://hooks.example/a',
      JSON.stringify({ type: 'scans.counted', ...first[0] }),
    );
    expect(message).toEqual({ text: `Scans in the hour from ${new Date(noon).toISOString()}: 4. Codes: 2.` });
    // The hour without scans has no event.
    await runAt(noon + 5 * HOUR + MINUTE);
    expect(told(await countsOf(owner)).slice(1)).toEqual([
      [1, { [`qr_${menu}`]: 1 }],
      [3, { [`qr_${menu}`]: 1 }],
    ]);

    const { total_scans: total } = await owner.get<{ total_scans: number }>(
      `/v1/qr/qr_${menu}/stats?range=last_7_days`,
    );
    expect(total).toBe(5);
    expect((await owner.request('DELETE', `/v1/webhooks/${webhook}`)).status).toBe(200);
  });

  it('say how many came from the symbol and how many from the link', async () => {
    await env.DB.prepare('DELETE FROM webhooks').run();
    const by = await createOwner(backend, () => now);
    await subscribe(by, ['scans.counted']);
    const from = (...sources: Source[]) =>
      sources.map((source) => ({ atMs: noon + 5 * HOUR + MINUTE, accountId: by.accountId, source }));
    const poster = await createScannedCode(
      by,
      backend,
      from('symbol', 'link', 'symbol', 'unknown', 'symbol'),
    );
    const shared = await createScannedCode(by, backend, from('link'));
    if (name !== 'D1') await backend.record(shared, from('symbol', 'link'), 4);
    await runAt(noon + 7 * HOUR + MINUTE);
    const [{ data } = { data: { counts: [] } }] = await countsOf(by);
    expect(new Map(data.counts.map((one) => [one.code_id, one.by_source]))).toEqual(
      new Map([
        [`qr_${poster}`, { symbol: 3, link: 1, unknown: 1 }],
        // A sampled point stands for several scans.
        [
          `qr_${shared}`,
          name === 'D1' ? { symbol: 0, link: 1, unknown: 0 } : { symbol: 4, link: 5, unknown: 0 },
        ],
      ]),
    );
    await env.DB.prepare('DELETE FROM webhooks').run();
  });

  it('come once, to each account that asks for them, in as many events as its codes need, however many crons run', async () => {
    now = noon + 6 * HOUR + MINUTE;
    const other = await createOwner(backend, () => now);
    const quiet = await createOwner(backend, () => now);
    await subscribe(owner, ['scans.counted']);
    await subscribe(other, ['qr.created', 'scans.counted']);
    await subscribe(quiet, ['qr.created']);
    const ids = Array.from({ length: 130 }, randomCodeId);
    await seedCodes(
      env.DB,
      owner.accountId,
      ids.map((codeId) => ({ codeId, target: 'https://example.com/' })),
    );
    await Promise.all(ids.map((codeId) => backend.record(codeId, scannedAt(now, now + 1_000))));
    const scan = (by: Owner): Promise<CodeId> =>
      createScannedCode(by, backend, [{ atMs: now, accountId: by.accountId }]);
    const theirs = await scan(other);
    await scan(quiet);

    // The longest names.
    await env.DB.prepare(
      `UPDATE qr_codes SET external_id = code_id || printf('%.*c', 247, 'x') WHERE account_id = ?`,
    )
      .bind(owner.accountId)
      .run();
    const due = noon + 8 * HOUR + MINUTE;
    await Promise.all([runAt(due), runAt(due), runAt(due)]);
    await runAt(due + MINUTE);
    const events = (await countsOf(owner)).filter(({ data }) => Date.parse(data.from) === noon + 6 * HOUR);
    expect(events.map(({ data }) => data.counts.length).sort()).toEqual([30, 50, 50]);
    for (const event of events) expect(JSON.stringify(event).length).toBeLessThan(20_000);
    expect(events[0]?.data.counts[0]?.external_id).toHaveLength(255);
    const sum = new Map(events.flatMap(({ data }) => data.counts.map((one) => [one.code_id, one.scans])));
    expect(sum).toEqual(new Map(ids.map((codeId) => [`qr_${codeId}`, 2])));
    const { scans } = createDependencies({ ...env, ...backend.env }, PLATFORM, () => undefined);
    const codes = { accountIds: [owner.accountId, other.accountId], limit: 50 };
    const hour = { fromMs: noon + 6 * HOUR, untilMs: noon + 7 * HOUR };
    const paged = new Map<CodeId, number>();
    for (
      let page, after: CodeId | null = null;
      page?.isFull !== false;
      after = page.counts.at(-1)?.codeId ?? null
    ) {
      page = await scans.countCodes({ ...codes, after }, hour);
      for (const { codeId, scans: count } of page.counts) paged.set(codeId, count);
    }
    expect(paged).toEqual(new Map([...ids.map((id): [CodeId, number] => [id, 2]), [theirs, 1]]));
    expect(told(await countsOf(other))).toEqual([[6, { [`qr_${theirs}`]: 1 }]]);
    expect(await countsOf(quiet)).toEqual([]);
  });

  it('are those from the hour of the first webhook on, also after days without a cron', async () => {
    await env.DB.prepare('DELETE FROM webhooks').run();
    await runAt(noon + 9 * HOUR + 30 * MINUTE);
    const late = await createOwner(backend, () => now);
    await subscribe(late, ['scans.counted']);
    const at = (hours: number) => ({ atMs: noon + hours * HOUR, accountId: late.accountId });
    const codeId = await createScannedCode(late, backend, [at(8), at(9), at(10), at(12)]);
    await runAt(noon + 10 * HOUR + MINUTE);
    await runAt(noon + 11 * HOUR + MINUTE);
    await runAt(noon + 14 * HOUR + MINUTE);
    expect(told(await countsOf(late))).toEqual([9, 10, 12].map((hour) => [hour, { [`qr_${codeId}`]: 1 }]));
  });

  it('are not those from before a webhook asked for them', async () => {
    await env.DB.prepare('DELETE FROM webhooks').run();
    now = noon + 14 * HOUR + MINUTE;
    const early = await createOwner(backend, () => now);
    const webhook = await subscribe(early, ['qr.created']);
    const at = (hours: number) => ({ atMs: noon + hours * HOUR, accountId: early.accountId });
    const codeId = await createScannedCode(early, backend, [at(14.5), at(15), at(18)]);
    await runAt(noon + 17 * HOUR + MINUTE);
    const asked = await early.request('PATCH', `/v1/webhooks/${webhook}`, { events: ['scans.counted'] });
    expect(asked.status).toBe(200);
    await runAt(noon + 20 * HOUR + MINUTE);
    expect(told(await countsOf(early))).toEqual([[18, { [`qr_${codeId}`]: 1 }]]);
  });

  it('come later if the log did not respond, and other events do not wait', async () => {
    now = noon + 21 * HOUR;
    await subscribe(owner, ['scans.counted', 'qr.created']);
    const codeId = await createScannedCode(owner, backend, scannedAt(now), { createdAtMs: now });
    const down = () => Promise.reject(new Error('The log is down.'));
    await runAt(noon + 23 * HOUR + MINUTE, down);
    const { data } = await owner.get<{ data: { data: { object: { id: string } } }[] }>(
      '/v1/events?type=qr.created',
    );
    expect(data.map((event) => event.data.object.id)).toContain(`qr_${codeId}`);
    await runAt(noon + 23 * HOUR + 11 * MINUTE);
    expect(told(await countsOf(owner)).at(-1)).toEqual([21, { [`qr_${codeId}`]: 1 }]);
  });
});

it('the scans of an hour are told of all of its codes, of however many', async () => {
  const noon = Date.UTC(2026, 11, 1, 12);
  const owner = await createOwner(D1, () => noon);
  // Those of the tests before would have hours of days to catch up with.
  await env.DB.prepare('DELETE FROM webhooks').run();
  const codes = Array.from({ length: 4_100 }, () => ({
    codeId: randomCodeId(),
    target: 'https://example.com/',
  }));
  for (let from = 0; from < codes.length; from += 1_000)
    await seedCodes(env.DB, owner.accountId, codes.slice(from, from + 1_000));
  await env.DB.prepare(
    `INSERT INTO webhooks (id, account_id, url, events, format, secret, created_by, created_at_ms)
     VALUES ('wh_0123456789abcdef', ?1, 'https://hooks.example/a', '["scans.counted"]', 'standard', '', '', ?2)`,
  )
    .bind(owner.accountId, noon)
    .run();
  await env.DB.prepare(
    `INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, account_id)
     SELECT code_id, ?2, 'mobile', '', account_id FROM qr_codes WHERE account_id = ?1`,
  )
    .bind(owner.accountId, noon)
    .run();
  const platform = { ...PLATFORM, nowMs: () => noon + 2 * HOUR };
  await noteHours(createDependencies({ ...env, ...D1.env }, platform, () => undefined));
  const { results } = await env.DB.prepare(
    `SELECT json_each.value ->> 0 AS code FROM events, json_each(facts -> '$.counts.codes') WHERE account_id = ?`,
  )
    .bind(owner.accountId)
    .all<{ code: string }>();
  expect(results.map(({ code }) => code).sort()).toEqual(codes.map(({ codeId }) => codeId).sort());
});

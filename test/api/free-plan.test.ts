import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { ownEverything } from '#harness/worker/owned/own-everything.ts';
import { watchQueries } from '#harness/worker/measured/record-queries.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { deleteAccount } from '#service/accounts/deletion.ts';

/** WORKERS_PLAN = "free": what exceeds 10 ms of CPU, 50 queries and 50 other subrequests is refused, or done in slices. */

const FREE = { WORKERS_PLAN: 'free' };
const WHY = 'this service runs on the Free plan of Cloudflare Workers, which gives a request 10 ms of CPU';
const LIMIT = 50;
const RUN_MS = 600_000;

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

describe('a request that does not fit', () => {
  it('is a bulk of more than three codes, and creates none of them', async () => {
    const codes = (count: number) => ({
      codes: Array.from({ length: count }, () => ({ target: 'https://example.com/' })),
    });
    const four = await client.request('POST', '/v1/qr/bulk', codes(4), { env: FREE });
    const { message } = await readError(four);
    expect(message).toBe(`"codes" must hold at most 3 codes, not 4: ${WHY}. Send them in several requests.`);
    expect(await client.json('GET', '/v1/qr')).toMatchObject({ data: [] });
    expect((await client.request('POST', '/v1/qr/bulk', codes(3), { env: FREE })).status).toBe(200);
  });

  it('is a large symbol; a dynamic code with the same target has a small one', async () => {
    const code = { target: `https://example.com/?q=${'x'.repeat(700)}` };
    const large = await client.request('POST', '/v1/qr', code, { env: FREE });
    const { message } = await readError(large, 400, 'content_too_long');
    expect(message).toMatch(
      /version \d\d .* the largest that can be drawn here is version 15\. .* This service runs on the Free plan/,
    );
    expect((await client.request('POST', '/v1/qr', code)).status).toBe(200);
    const dynamic = await client.request('POST', '/v1/qr', { ...code, dynamic: true }, { env: FREE });
    expect(dynamic.status).toBe(200);
  });
});

describe('the cron', () => {
  /** Runs the cron once and returns the jobs that it did, its queries, and its other subrequests. */
  async function runAt(timeMs: number, bindings: Partial<ApiEnv> = FREE) {
    let queries = 0;
    let others = 0;
    const counted = <T extends object>(binding: T, methods: (keyof T & string)[]): T =>
      withFault(
        binding,
        Object.fromEntries(
          methods.map((name) => [
            name,
            (...args: unknown[]): unknown => {
              others++;
              return (binding[name] as (...args: unknown[]) => unknown).apply(binding, args);
            },
          ]),
        ) as Partial<Record<keyof T, unknown>>,
      );
    const { lines, failed } = await runScheduled(timeMs, {
      ...bindings,
      DB: watchQueries(() => queries++),
      LINKS: counted(env.LINKS, ['get', 'put', 'delete', 'list']),
      IMAGES: counted(env.IMAGES, ['get', 'put', 'delete', 'list', 'head']),
    });
    expect(failed).toBe(false);
    return { jobs: lines.map(({ event }) => event), queries, others };
  }

  it('does one job in a run, within the limits, and all of them in turn until nothing is left to do', async () => {
    const codes = Array.from({ length: 45 }, () => ({ target: 'https://example.com/', dynamic: true }));
    const bulk = await client.json<{ data: { code: { id: string } }[] }>('POST', '/v1/qr/bulk', { codes });
    const made = bulk.data.map(({ code }) => code.id.slice(3));
    const IMAGES = withFault(env.IMAGES, { delete: () => Promise.reject(new Error('R2 is down')) });
    for (const id of made.slice(0, 25))
      await client.request('DELETE', `/v1/qr/qr_${id}`, undefined, { env: { IMAGES } });
    for (const id of made.slice(-3)) await env.IMAGES.delete(`qr/${id}.png`);
    for (const id of made) await env.LINKS.delete(id);
    await env.LINKS.put('images/redrawn-up-to', 'start');
    const { api: leaver } = await ownEverything(createApp(), Date.now);
    const deletion = { accountId: leaver.accountId, actorId: null };
    const deps = createDependencies(env, PLATFORM, () => undefined);
    await deleteAccount(deps, deletion, { isFinal: true });

    const all = (await runAt(Date.now() - 86_400_000, {})).jobs.sort();
    expect(all.length).toBeGreaterThan(8);
    await env.LINKS.put('images/redrawn-up-to', 'start');
    for (const id of made.slice(-3)) await env.IMAGES.delete(`qr/${id}.png`);

    let timeMs = Date.now() + RUN_MS;
    const removal = env.DB.prepare('SELECT removed_at_ms FROM accounts WHERE id = ?').bind(leaver.accountId);
    const isLeft = async () =>
      (await removal.first('removed_at_ms')) === null ||
      (await env.LINKS.get('images/redrawn-up-to')) !== null ||
      (await env.LINKS.get(made.at(-1)!)) === null ||
      (await env.IMAGES.head(`qr/${made[24]}.png`)) !== null;
    for (let round = 0; round === 0 || ((await isLeft()) && round < 20); round++) {
      const done: string[] = [];
      for (let turn = 0; turn < (all.length | 1); turn++, timeMs += RUN_MS) {
        const { jobs, queries, others } = await runAt(timeMs);
        expect(jobs).toHaveLength(1);
        expect(queries, jobs[0]).toBeLessThanOrEqual(LIMIT);
        expect(others, jobs[0]).toBeLessThanOrEqual(LIMIT);
        done.push(...jobs);
      }
      expect([...new Set(done)].sort()).toEqual(all);
    }
    expect(await isLeft()).toBe(false);
  });
});

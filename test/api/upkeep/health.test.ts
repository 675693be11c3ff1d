import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { send } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { version } from '../../../package.json';

const DAY = Date.UTC(2026, 10, 23);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAILY = '17 3 * * *';

interface Health {
  readonly status: string;
  readonly version: string;
  readonly checks: Readonly<Record<string, { ok: boolean; fix?: string }>>;
  readonly jobs: Readonly<Record<string, { state: string; last_success_at: string | null }>> | null;
}

beforeEach(async () => {
  await env.DB.exec('DELETE FROM cron_jobs');
});

/** What the service says about itself at a time. */
async function readHealth(nowMs: number, bindings: object = {}) {
  const request = new Request('https://api.example.com/health');
  const response = await send(createApp({ nowMs: () => nowMs }), request, bindings);
  return { response, health: (await response.json()) as Health };
}

function listStates({ jobs }: Health): string[] {
  return [...new Set(Object.values(jobs ?? {}).map(({ state }) => state))];
}

describe('GET /health', () => {
  it('names the version, which every response of the API carries', async () => {
    const { response, health } = await readHealth(DAY);
    expect(health.version).toBe(version);
    expect(response.headers.get('X-Service-Version')).toBe(version);
    const refused = await send(createApp(), new Request('https://api.example.com/v1/qr'));
    expect(refused.status).toBe(401);
    expect(refused.headers.get('X-Service-Version')).toBe(version);
  });

  it('says when each job of the cron last succeeded, and which ones are late, without failing for it', async () => {
    const before = await readHealth(DAY);
    expect(listStates(before.health)).toEqual(['never']);

    expect((await runScheduled(DAY)).failed).toBe(false);
    const soon = await readHealth(DAY + 59 * MINUTE_MS);
    expect(listStates(soon.health)).toEqual(['ok']);
    expect(soon.health.jobs?.['images_swept']).toEqual({
      state: 'ok',
      last_success_at: '2026-11-23T00:00:00.000Z',
    });

    const late = await readHealth(DAY + 61 * MINUTE_MS);
    expect(listStates(late.health)).toEqual(['late']);
    expect(late.response.status).toBe(200);
    expect(late.health.status).toBe('ok');
  });

  it('keeps the last success of a job that fails, while the others go on', async () => {
    await runScheduled(DAY);
    const IMAGES = withFault(env.IMAGES, { list: () => Promise.reject(new Error('R2 is down')) });
    const { failed } = await runScheduled(DAY + HOUR_MS, { IMAGES });
    expect(failed).toBe(true);
    const { health } = await readHealth(DAY + HOUR_MS + MINUTE_MS);
    expect(health.jobs?.['images_swept']).toEqual({
      state: 'late',
      last_success_at: '2026-11-23T00:00:00.000Z',
    });
    expect(health.jobs?.['imports_expired']?.state).toBe('ok');
  });

  it('says how old the daily backup is, where there are backups', async () => {
    expect((await readHealth(DAY)).health.jobs).not.toHaveProperty('backed_up');
    const backups = { BACKUPS: env.IMAGES } as Partial<ApiEnv>;
    expect((await readHealth(DAY, backups)).health.jobs?.['backed_up']?.state).toBe('never');
    await runScheduled(DAY, backups, DAILY);
    const { health } = await readHealth(DAY + 25 * HOUR_MS, backups);
    expect(health.jobs?.['backed_up']).toEqual({
      state: 'ok',
      last_success_at: '2026-11-23T00:00:00.000Z',
    });
    const late = await readHealth(DAY + 27 * HOUR_MS, backups);
    expect(late.health.jobs?.['backed_up']?.state).toBe('late');
  });

  it('counts no run of the daily cron as a backup where there is no place for one', async () => {
    await runScheduled(DAY, {}, DAILY);
    const { health } = await readHealth(DAY, { BACKUPS: env.IMAGES });
    expect(health.jobs?.['backed_up']?.state).toBe('never');
  });

  it('gives jobs more time on the Free plan, where they take turns', async () => {
    await runScheduled(DAY);
    const free = { WORKERS_PLAN: 'free', BACKUPS: env.IMAGES };
    const { health } = await readHealth(DAY + 23 * HOUR_MS, free);
    expect(listStates(health)).toEqual(['ok']);
    expect(health.jobs).not.toHaveProperty('backed_up');
    expect(listStates((await readHealth(DAY + 24 * HOUR_MS, free)).health)).toEqual(['late']);
  });

  it('is 503 while the database can be read and not written, as on a full disk', async () => {
    await env.DB.exec(
      "CREATE TRIGGER full BEFORE INSERT ON cron_jobs BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    );
    const failing = await readHealth(DAY);
    await env.DB.exec('DROP TRIGGER full');
    expect(failing.response.status).toBe(503);
    expect(failing.health.checks).toMatchObject({
      DB: { ok: true },
      DB_WRITES: { ok: false, fix: expect.stringContaining('does not take writes') as string },
    });
    expect((await readHealth(DAY)).response.status).toBe(200);
  });

  it('names the full disk for whatever else fails by it, as a limiter', async () => {
    const limit = () => Promise.reject(new Error('database or disk is full: SQLITE_FULL'));
    const { response, health } = await readHealth(DAY, { RATE_LIMIT_FREE: { limit } });
    expect(response.status).toBe(503);
    expect(health.checks['RATE_LIMIT_FREE']).toEqual({
      ok: false,
      fix: 'The disk or the database is full: make room.',
    });
  });

  it('writes once a minute in all, however many Workers are asked, and leaves one row', async () => {
    let writes = 0;
    const DB = withFault(env.DB, {
      batch: (statements: D1PreparedStatement[]) => {
        writes++;
        return env.DB.batch(statements);
      },
    });
    for (const seconds of [0, 10, 59, 61, 70])
      expect((await readHealth(DAY + seconds * 1_000, { DB })).health.checks['DB_WRITES']).toEqual({
        ok: true,
      });
    expect(writes).toBe(2);
    const { results } = await env.DB.prepare('SELECT * FROM cron_jobs').all();
    expect(results).toEqual([{ job: 'written', succeeded_at_ms: DAY + 61_000 }]);
  });

  it('knows nothing of the jobs while the database does not respond', async () => {
    const DB = withFault(env.DB, {
      prepare: () => {
        throw new Error('D1 is down');
      },
    });
    const { response, health } = await readHealth(DAY, { DB });
    expect(response.status).toBe(503);
    expect(health.jobs).toBeNull();
  });
});

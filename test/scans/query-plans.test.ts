import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import {
  ANALYTICS_ENGINE,
  createCode,
  createOwner,
  D1,
  type ScanBackend,
} from '#harness/worker/scan-backends.ts';
import { withFault } from '#harness/worker/faults.ts';

const NOW = Date.UTC(2050, 0, 1, 12);
const QUERIES = [
  '/v1/qr',
  '/v1/qr/ID',
  '/v1/qr/ID/stats',
  '/v1/stats?compare=previous_year',
  '/v1/stats?tz=Europe/Berlin&include=country,hour,week_hour',
  '/v1/stats?tag=plan&include=country,hour,week_hour',
  '/v1/stats?tag=plan&tz=Europe/Berlin',
  '/v1/stats?filter=country:DE&filter=device:mobile&include=city,hour&compare=previous_period',
  '/v1/stats?tag=plan&tz=Europe/Berlin&filter=hour:6&include=city,week_hour',
  '/v1/qr/ID/stats?tz=Europe/Berlin&include=country,region,city,os,browser,referrer,hour,language',
];

/** The plan of every statement that a backend sends to D1, for reading and for maintenance. */
async function explainEverything(backend: ScanBackend): Promise<string[]> {
  const statements = new Set<string>();
  const DB = withFault(env.DB, {
    prepare: (sql: string) => {
      statements.add(sql);
      return env.DB.prepare(sql);
    },
  });
  const owner = await createOwner(backend, () => NOW);
  const codeId = await createCode(owner);
  await owner.request('PATCH', `/v1/qr/qr_${codeId}`, { tags: ['plan'] });
  await backend.record(codeId, [{ atMs: NOW - 1_000 }]);
  for (const path of QUERIES) {
    const response = await owner.request('GET', path.replace('ID', `qr_${codeId}`), undefined, {
      env: { DB },
    });
    expect(response.status).toBe(200);
  }
  const { failed } = await runScheduled(NOW, { ...backend.env, DB });
  expect(failed).toBe(false);
  const plans: string[] = [];
  for (const sql of statements) {
    const parameters = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => '1');
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    plans.push(...results.map(({ detail }) => detail));
  }
  return plans;
}

describe.each([
  ['D1', D1],
  ['Analytics Engine', ANALYTICS_ENGINE],
] as const)('the scan log in %s', (_, backend) => {
  it.skipIf(!backend)('never walks a whole table of D1', async () => {
    const plans = await explainEverything(backend ?? D1);
    expect(plans.filter((plan) => plan.startsWith('SEARCH scan_days')).length).toBeGreaterThan(0);
    // The expiry reads the oldest rows by id, at most as many as it may delete.
    // The removal of accounts reads an index that has only those that are deleted.
    const walks = plans.filter(
      (plan) =>
        /^SCAN (scan_days|qr_codes|accounts|api_keys)\b/.test(plan) && !plan.endsWith(' accounts_deleted'),
    );
    expect(walks).toEqual([]);
    // Filtered scans of an account are read by its index on days; those of a tag, by its codes.
    const ofAccounts = plans.filter((plan) => plan.includes('scans_by_account'));
    for (const plan of ofAccounts)
      expect(plan).toContain('(account_id=? AND scanned_at_ms>? AND scanned_at_ms<?)');
    if (backend === D1) expect(ofAccounts.length).toBeGreaterThan(5);
  });
});

import type { TestProject } from 'vitest/node';
import { startAnalyticsEngine } from './analytics-engine.ts';
import { hasClickHouse } from './clickhouse.ts';

const UNPROVED = `
============================ NOT PROVED IN THIS RUN ============================
clickhouse-server is not installed, so no test has read scans from the stand-in
for Analytics Engine, the scan log of deployed services. Unproved in test/scans:
  contract, account-statistics, compare, filters: its figures are those of D1
  roll-up, query-plans: what its queries find and cost
  account-statistics, health: what happens while it fails
To prove it: apt-get install clickhouse-server, then npm run test:clickhouse
================================================================================
`;

/** Starts the stand-in for Analytics Engine once for all tests of the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasClickHouse()) {
    if (process.env['REQUIRE_CLICKHOUSE']) throw new Error(UNPROVED);
    console.log(UNPROVED);
    project.provide('analyticsEngineUrl', null);
    // Again as one of the last lines: the first have scrolled away.
    return async () => console.log(UNPROVED);
  }
  const analyticsEngine = await startAnalyticsEngine();
  project.provide('analyticsEngineUrl', analyticsEngine.apiUrl);
  return () => analyticsEngine.stop();
}

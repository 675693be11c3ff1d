import type { TestProject } from 'vitest/node';
import { startAnalyticsEngine } from './analytics-engine.ts';
import { hasClickHouse } from './clickhouse.ts';

/** Starts the stand-in for Analytics Engine once for all tests of the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasClickHouse()) {
    const line =
      'clickhouse-server is not installed: the Analytics Engine half of test/scans is skipped. To run it: apt-get install clickhouse-server, then npm run test:clickhouse.';
    if (process.env['REQUIRE_CLICKHOUSE']) throw new Error(line);
    console.log(line);
    project.provide('analyticsEngineUrl', null);
    return async () => undefined;
  }
  const analyticsEngine = await startAnalyticsEngine();
  project.provide('analyticsEngineUrl', analyticsEngine.apiUrl);
  return () => analyticsEngine.stop();
}

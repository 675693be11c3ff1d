import type { TestProject } from 'vitest/node';
import { findChromium, serveChromium } from './chromium.ts';
import { startDashboards } from './test-dashboard.ts';

/** An account for each file of test/browser. */
export const ACCOUNTS = {
  control: 'filled',
  dashboard: 'empty',
  designer: 'empty',
  download: 'filled',
  forms: 'empty',
  list: 'filled',
  pages: 'filled',
  reference: 'filled',
  scans: 'empty',
  scripts: 'filled',
  selection: 'filled',
} as const;

/** Starts the whole service and Chromium once for all tests of the project. Says in one line where they are skipped, and how to run them. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const hasChromium = findChromium() !== null;
  project.provide('hasChromium', hasChromium);
  if (hasChromium) {
    const { dashboards, stop } = await startDashboards(ACCOUNTS);
    const chromium = await serveChromium();
    project.provide('dashboards', dashboards);
    project.provide('chromium', chromium.wsEndpoint());
    return async () => {
      await chromium.close();
      await stop();
    };
  }
  const line =
    'Chromium is not installed: test/browser is skipped. To run it: apt-get install chromium (or CHROMIUM=/path/to/chrome), then npm run test:browser.';
  if (process.env['REQUIRE_CHROMIUM']) throw new Error(line);
  console.log(line);
  return undefined;
}

import type { TestProject } from 'vitest/node';
import { findChromium, serveChromium } from './chromium.ts';
import { findFirefox } from './firefox.ts';
import { startDashboards } from './test-dashboard.ts';

/** An account for each file of the project `browser`, because a sign-in link works only once. */
export const ACCOUNTS = {
  control: 'filled',
  dashboard: 'empty',
  designer: 'empty',
  download: 'filled',
  firefox: 'filled',
  forms: 'empty',
  german: 'filled',
  guest: 'empty',
  keyboard: 'filled',
  list: 'filled',
  logos: 'empty',
  map: 'filled',
  pages: 'filled',
  reference: 'filled',
  scans: 'empty',
  scripts: 'filled',
  selection: 'filled',
  'tasks-account': 'empty',
  'tasks-changes': 'empty',
  'tasks-codes': 'empty',
  'tasks-lists': 'empty',
  uploads: 'empty',
} as const;

/**
 * Starts the whole service, and Chromium, once for all tests of the project `browser`. The only file of `journey` starts its own, while other
 * projects run. If tests are skipped, prints one line about how to run them.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isJourney = project.name === 'journey';
  const [hasChromium, hasFirefox] = [findChromium() !== null, !isJourney && findFirefox() !== null];
  project.provide('hasChromium', hasChromium);
  project.provide('hasFirefox', hasFirefox);
  if (!hasChromium)
    report(
      'CHROMIUM',
      `Chromium is not installed: the tests of the project "${project.name}" are skipped. To run them: apt-get install chromium-headless-shell`,
    );
  if (!hasFirefox && !isJourney)
    report(
      'FIREFOX',
      'Firefox is not installed: its tests are skipped. To run them: apt-get install firefox-esr',
    );
  if (isJourney || (!hasChromium && !hasFirefox)) return undefined;
  const { dashboards, stop } = await startDashboards(ACCOUNTS);
  project.provide('dashboards', dashboards);
  if (!hasChromium) return stop;
  const chromium = await serveChromium();
  project.provide('chromium', chromium.wsEndpoint());
  return async () => {
    await chromium.close();
    await stop();
  };
}

/** @throws if the browser is required */
function report(name: 'CHROMIUM' | 'FIREFOX', line: string): void {
  const whole = `${line} (or ${name}=/path/to/it), then npm run test:browser.`;
  if (process.env[`REQUIRE_${name}`]) throw new Error(whole);
  console.log(whole);
}

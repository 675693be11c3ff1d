import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';

/** Says in one line where the tests of the dashboard in a browser are skipped, and how to run them. */
export default function setup(project: TestProject): void {
  const hasChromium = findChromium() !== null;
  project.provide('hasChromium', hasChromium);
  if (hasChromium) return;
  const line =
    'Chromium is not installed: test/browser is skipped. To run it: apt-get install chromium (or CHROMIUM=/path/to/chrome), then npm run test:browser.';
  if (process.env['REQUIRE_CHROMIUM']) throw new Error(line);
  console.log(line);
}

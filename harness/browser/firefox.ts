import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

/** Where Debian and macOS put it; `FIREFOX` names another place. */
const PLACES = [
  process.env['FIREFOX'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export function findFirefox(): string | null {
  return PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** Starts a stock Firefox, which speaks WebDriver BiDi (W3C): the one that playwright drives is a build of its own. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox();
  if (executablePath === null) throw new Error('Firefox is not installed.');
  return puppeteer.launch({ browser: 'firefox', executablePath });
}

/** What no page may do: errors in the console (violations of the policy among them), and scripts that throw. */
export function watch(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error instanceof Error ? error.message : ''}`));
  return faults;
}

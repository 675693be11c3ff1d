import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

/** The paths on Debian and macOS; `FIREFOX` names another one. */
const PLACES = [
  process.env['FIREFOX'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export function findFirefox(): string | null {
  return PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** Starts an unmodified Firefox, through WebDriver BiDi (W3C): playwright drives only its own build. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox();
  if (executablePath === null) throw new Error('Firefox is not installed.');
  return puppeteer.launch({ browser: 'firefox', executablePath });
}

/** What no page may cause: errors in the console (including policy violations), and exceptions in scripts. */
export function watch(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error instanceof Error ? error.message : ''}`));
  return faults;
}

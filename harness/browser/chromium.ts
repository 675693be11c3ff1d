import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core';

/** The paths on Debian, Fedora, Arch and macOS; `CHROMIUM` names another one. */
const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Debian's Chromium without a window around each tab: it draws the same pages for half the CPU time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The headless shell if it is installed, and otherwise the browser. */
export function findChromium(): string | null {
  return process.env['CHROMIUM'] === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser();
}

/** The browser with its window, which has a viewer of PDFs; null if it is not installed. */
export function findBrowser(): string | null {
  return PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** Starts a separate Chromium. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions(findChromium()));
}

/** Starts one Chromium for several processes, which connect to its `wsEndpoint()`. */
export function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions(findChromium()));
}

/** Arguments for the full browser, as people have it, without its own background requests. */
export function launchOptions(executablePath = findBrowser()) {
  if (executablePath === null) throw new Error('Chromium is not installed.');
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

export interface WatchedPage {
  readonly page: Page;
  /** What no page may cause: errors in the console (including policy violations), requests to other origins, and exceptions in scripts. */
  readonly faults: readonly string[];
}

/** Opens a tab with its own cookies, and watches it. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // Sign-in attempts are limited by address, and all tabs of all tests come from this machine.
  const extraHTTPHeaders = { 'CF-Connecting-IP': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
  const context = await browser.newContext({ extraHTTPHeaders, ...options });
  // Ends what hangs. The 30 s of Playwright would also end what a busy machine does slowly.
  context.setDefaultTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // The browser also reports pages that are errors on purpose; tests check their status themselves.
    const isStatus = message
      .text()
      .startsWith('Failed to load resource: the server responded with a status of 4');
    if (message.type() === 'error' && !isStatus) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && asked !== origin)
      faults.push(`request to ${request.url()}`);
  });
  return { page, faults };
}

/** Gives a tab a DevTools authenticator, which creates and uses passkeys without asking anybody. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

// npm run screenshots: every page of the dashboard, light and dark, on a desktop and a phone, as PNG files under screenshots/.
import { mkdirSync } from 'node:fs';
import type { Cookie, Page } from 'playwright-core';
import { launchChromium, openPage } from '../test/support/chromium.ts';
import { fillAccount } from '../test/support/fill-account.ts';
import { startDashboard } from '../test/support/test-dashboard.ts';

const FOLDER = 'screenshots';
const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

mkdirSync(FOLDER, { recursive: true });
const dashboard = await startDashboard();
const browser = await launchChromium();
try {
  const { page } = await openPage(browser, dashboard.origin);
  await page.goto(`${dashboard.origin}/sign-in`);
  await shoot('sign-in', '/sign-in', []);
  await page.goto(dashboard.dashboardUrl);
  const cookies = await page.context().cookies();
  await shoot('codes-empty', '/codes', cookies);
  const { busyCode, staticCode } = await fillAccount(dashboard);
  const pages: Record<string, string> = {
    codes: '/codes',
    'codes-search-empty': '/codes?q=nothing%20like%20this',
    'new-url': '/codes/new',
    'new-wifi': '/codes/new?type=wifi',
    'new-vcard': '/codes/new?type=vcard',
    'new-event': '/codes/new?type=event',
    code: `/codes/${busyCode}`,
    'code-static': `/codes/${staticCode}`,
    'code-delete': `/codes/${busyCode}/delete`,
    keys: '/settings/keys',
    plan: '/settings/plan',
    security: '/settings/security',
    people: '/settings/people',
    'not-found': '/codes/qr_nothing',
  };
  for (const [name, path] of Object.entries(pages)) await shoot(name, path, cookies);
  await shoot('new-url-filled', '/codes/new', cookies, fillIn);
} finally {
  await browser.close();
  await dashboard.stop();
}

/** Fills a new code's form in, and waits for the picture of it. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Web address').fill('https://bluefig.example/summer-terrace');
  await page.getByLabel('Title (optional)').fill('Terrace, all tables');
  await page.getByLabel('Dark colour').fill('#3b0764');
  await page.getByAltText('Preview of the QR code').waitFor();
}

async function shoot(
  name: string,
  path: string,
  cookies: readonly Cookie[],
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openPage(browser, dashboard.origin, { viewport, colorScheme });
      await page.context().addCookies([...cookies]);
      // Idle: the pictures of the list load when they are seen.
      await page.goto(dashboard.origin + path, { waitUntil: 'networkidle' });
      await prepare(page);
      await page.screenshot({ path: `${FOLDER}/${name}-${screen}-${colorScheme}.png`, fullPage: true });
      await page.context().close();
    }
  }
}

// npm run screenshots: every page of the dashboard, light and dark, on a desktop, a tablet and a phone, as PNG files under screenshots/.
// npm run screenshots -- control tags: only the pages whose name contains one of these.
import { mkdirSync } from 'node:fs';
import type { Cookie, Page } from 'playwright-core';
import { launchChromium, openPage } from '#harness/browser/chromium.ts';
import { planTour } from '#harness/browser/dashboard-tour.ts';
import { inviteOwner } from '#harness/browser/invite-owner.ts';
import { startDashboards, type TestDashboard } from '#harness/browser/test-dashboard.ts';

const FOLDER = 'screenshots';
const SCREENS = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

const wanted = process.argv.length > 2 ? process.argv.slice(2) : [''];

mkdirSync(FOLDER, { recursive: true });
const { dashboards, stop } = await startDashboards({ empty: 'empty', filled: 'filled' });
const { empty, filled } = dashboards;
const browser = await launchChromium();
try {
  const newcomer = await signIn(empty);
  await shoot('overview-empty', newcomer, (tab) => tab.goto(`${empty.origin}/overview`));
  await shoot('codes-empty', newcomer, (tab) => tab.goto(`${empty.origin}/codes`));
  const member = await signIn(filled);
  const link = await inviteOwner(filled.origin, member, 'Grace');
  for (const { name, isSignedIn, reach } of planTour(filled, link))
    await shoot(name, isSignedIn ? member : [], reach);
} finally {
  await browser.close();
  await stop();
}

async function signIn({ origin, dashboardUrl }: TestDashboard): Promise<readonly Cookie[]> {
  const { page } = await openPage(browser, origin);
  await page.goto(dashboardUrl);
  return page.context().cookies();
}

async function shoot(
  name: string,
  cookies: readonly Cookie[],
  reach: (page: Page) => Promise<unknown>,
): Promise<void> {
  if (!wanted.some((part) => name.includes(part))) return;
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    const { page } = await openPage(browser, filled.origin, { viewport });
    await page.context().addCookies([...cookies]);
    await reach(page);
    // Idle: the pictures of the list load when they are seen.
    await page.waitForLoadState('networkidle');
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion: the picture is taken of the colours that come, not of those between.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `${FOLDER}/${name}-${screen}-${colorScheme}.png`, fullPage: true });
    }
    await page.context().close();
  }
}

// npm run screenshots: every page of the dashboard, light and dark, on a desktop and a phone, as PNG files under screenshots/.
import { mkdirSync } from 'node:fs';
import type { Cookie, Page } from 'playwright-core';
import { launchChromium, openPage } from '../test/support/chromium.ts';
import { planTour } from '../test/support/dashboard-tour.ts';
import { startDashboard } from '../test/support/test-dashboard.ts';

const FOLDER = 'screenshots';
const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

mkdirSync(FOLDER, { recursive: true });
const dashboard = await startDashboard({ isSignUpOpen: true });
const browser = await launchChromium();
try {
  const { page } = await openPage(browser, dashboard.origin);
  await page.goto(dashboard.dashboardUrl);
  const cookies = await page.context().cookies();
  await shoot('codes-empty', cookies, (tab) => tab.goto(`${dashboard.origin}/codes`));
  for (const { name, isSignedIn, reach } of await planTour(dashboard))
    await shoot(name, isSignedIn ? cookies : [], reach);
} finally {
  await browser.close();
  await dashboard.stop();
}

async function shoot(
  name: string,
  cookies: readonly Cookie[],
  reach: (page: Page) => Promise<unknown>,
): Promise<void> {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openPage(browser, dashboard.origin, { viewport, colorScheme });
      await page.context().addCookies([...cookies]);
      await reach(page);
      // Idle: the pictures of the list load when they are seen.
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${FOLDER}/${name}-${screen}-${colorScheme}.png`, fullPage: true });
      await page.context().close();
    }
  }
}

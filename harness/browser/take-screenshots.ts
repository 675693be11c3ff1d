// npm run screenshots: writes every page of the dashboard, light and dark, on a desktop, a tablet and a phone, as PNG files to
// .build/screenshots, with an index.html that shows them side by side.
// npm run screenshots -- control tags: only the pages whose names contain one of these words.
import type { Cookie, Page } from 'playwright-core';
import { launchChromium, openPage } from './chromium.ts';
import { planTour } from './dashboard-tour.ts';
import { inviteOwner } from './invite-owner.ts';
import { PICTURES_FOLDER, SCHEMES, type Screen, SCREENS, startPictures } from './pictures.ts';
import { startDashboards, type TestDashboard } from './test-dashboard.ts';

const wanted = process.argv.length > 2 ? process.argv.slice(2) : [''];

const pictures = startPictures(PICTURES_FOLDER);
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
console.log(`Look at ${PICTURES_FOLDER}/index.html.`);

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
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    const { page } = await openPage(browser, filled.origin, {
      viewport: SCREENS[screen],
      reducedMotion: 'reduce',
    });
    await page.context().addCookies([...cookies]);
    await reach(page);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await pictures.take(page, { stop: name, screen, scheme });
    }
    await page.context().close();
  }
}

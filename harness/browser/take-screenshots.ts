// npm run screenshots: writes every page of the dashboard, light, dark and with more contrast, on a desktop, a tablet and a phone, as PNG
// files to .build/screenshots, with an index.html that shows them side by side.
// npm run screenshots -- control tags: only the pages whose names contain one of these words.
// npm run screenshots -- --language=fr: in French, those that an address alone shows.
import { parseArgs } from 'node:util';
import type { Cookie, Page } from 'playwright-core';
import { launchChromium, openPage } from './chromium.ts';
import { planTour } from './dashboard-tour.ts';
import { inviteOwner } from './invite-owner.ts';
import { PICTURES_FOLDER, type Scheme, SCHEMES, type Screen, SCREENS, startPictures } from './pictures.ts';
import { signInByLink } from './sign-in-by-link.ts';
import { startDashboards, type TestDashboard } from './test-dashboard.ts';

const { values, positionals } = parseArgs({
  options: { language: { type: 'string', default: 'en' } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : [''];

const pictures = startPictures(PICTURES_FOLDER);
const { dashboards, stop } = await startDashboards({ empty: 'empty', filled: 'filled' });
const { empty, filled } = dashboards;
const browser = await launchChromium();
try {
  const newcomer = await signIn(empty);
  await shoot('overview-empty', newcomer, (tab) => tab.goto(`${empty.origin}/overview`));
  await shoot('domains-empty', newcomer, (tab) => tab.goto(`${empty.origin}/settings/domains`));
  await shoot('webhooks-empty', newcomer, (tab) => tab.goto(`${empty.origin}/settings/webhooks`));
  await shoot('requests-empty', newcomer, (tab) => tab.goto(`${empty.origin}/settings/log?of=requests`));
  await shoot('codes-empty', newcomer, (tab) => tab.goto(`${empty.origin}/codes`));
  await shoot('library-empty', newcomer, (tab) => tab.goto(`${empty.origin}/codes/library`));
  const member = await signIn(filled);
  const link = await inviteOwner(filled.origin, member, 'Grace');
  for (const { name, isSignedIn, path, reach } of planTour(filled, link))
    // On the way to the others, buttons are found by their English names.
    if (values.language === 'en' || path !== null) await shoot(name, isSignedIn ? member : [], reach);
} finally {
  await browser.close();
  await stop();
}
console.log(`Look at ${PICTURES_FOLDER}/index.html.`);

async function signIn({ origin, signInUrls: [link = ''] }: TestDashboard): Promise<readonly Cookie[]> {
  const { page } = await openPage(browser, origin);
  await signInByLink(page, link);
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
      locale: values.language,
    });
    await page.context().addCookies([...cookies]);
    await reach(page);
    for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
      await page.emulateMedia(SCHEMES[scheme]);
      await pictures.take(page, { stop: name, screen, scheme });
    }
    await page.context().close();
  }
}

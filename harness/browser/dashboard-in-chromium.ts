import { type Browser, chromium, type Cookie, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { listAccessibilityFaults, readSidewaysScroll } from './check-page.ts';
import type { ACCOUNTS } from './dashboards-setup.ts';
import { openPage, type WatchedPage } from './chromium.ts';
import { inviteOwner } from './invite-owner.ts';
import type { TestDashboard } from './test-dashboard.ts';

export interface DashboardInChromium {
  /** Both exist once the tests run. */
  readonly dashboard: TestDashboard;
  readonly browser: Browser;
  /** A sign-in link for another owner of the account. */
  invite(name: string): Promise<string>;
  /** A new tab with the account's owner signed in, at the list of codes. */
  signIn(options?: Parameters<typeof openPage>[2]): Promise<WatchedPage>;
}

/** The Chromium that all files share, and the account of the service that belongs to the tests of the calling `describe`. */
export function useDashboardInChromium(account: keyof typeof ACCOUNTS): DashboardInChromium {
  let dashboard: TestDashboard;
  let browser: Browser;
  let cookies: readonly Cookie[];

  beforeAll(async () => {
    const found = inject('dashboards')[account];
    if (!found)
      throw new Error(`No account "${account}" was made for this project: see dashboards-setup.ts.`);
    dashboard = found;
    browser = await chromium.connect(inject('chromium'));
    const { page } = await openPage(browser, dashboard.origin);
    await page.goto(dashboard.dashboardUrl);
    if (new URL(page.url()).pathname.startsWith('/sign-in'))
      throw new Error(
        `Another file signed in to the account "${account}": give this one its own in dashboards-setup.ts.`,
      );
    cookies = await page.context().cookies();
  });

  afterAll(async () => {
    await browser?.close();
  });

  return {
    get dashboard() {
      return dashboard;
    },
    get browser() {
      return browser;
    },
    invite: (name) => inviteOwner(dashboard.origin, cookies, name),
    async signIn(contextOptions = {}) {
      const watched = await openPage(browser, dashboard.origin, contextOptions);
      await watched.page.context().addCookies([...cookies]);
      await watched.page.goto(`${dashboard.origin}/codes`);
      return watched;
    },
  };
}

/** No page may scroll sideways, and in the exhaustive run, axe-core may find nothing serious on any page. */
export async function checkPage(page: Page): Promise<void> {
  await checkWidth(page);
  if (inject('isExhaustive')) await checkAccessibility(page);
}

/** Checks that nobody has to scroll sideways. `name` identifies the page. */
export async function checkWidth(page: Page, name = page.url()): Promise<void> {
  // The text may appear before the stylesheet has loaded.
  await page.waitForLoadState('load');
  expect(await readSidewaysScroll(page), name).toBe(0);
}

/** Checks that axe-core finds nothing serious on a page. It takes a second of CPU, so `npm test` does it once for each page, on one screen. */
export async function checkAccessibility(page: Page, name = page.url()): Promise<void> {
  expect(await listAccessibilityFaults(page), name).toEqual([]);
}

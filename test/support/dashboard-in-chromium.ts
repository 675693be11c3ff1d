import type { Browser, Cookie, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { listAccessibilityFaults, readSidewaysScroll } from './check-page.ts';
import { launchChromium, openPage, type WatchedPage } from './chromium.ts';
import { startDashboard, type TestDashboard } from './test-dashboard.ts';

export interface DashboardInChromium {
  /** Both are there once the tests run. */
  readonly dashboard: TestDashboard;
  readonly browser: Browser;
  /** A tab of its own in which the demo account's owner is signed in, at the list of codes. */
  signIn(options?: Parameters<typeof openPage>[2]): Promise<WatchedPage>;
}

/** The whole service and a Chromium for the tests of the `describe` that calls it. */
export function useDashboardInChromium(
  options: Parameters<typeof startDashboard>[0] = {},
): DashboardInChromium {
  let dashboard: TestDashboard;
  let browser: Browser;
  let cookies: readonly Cookie[];

  beforeAll(async () => {
    [dashboard, browser] = await Promise.all([startDashboard(options), launchChromium()]);
    const { page } = await openPage(browser, dashboard.origin);
    await page.goto(dashboard.dashboardUrl);
    cookies = await page.context().cookies();
  });

  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  return {
    get dashboard() {
      return dashboard;
    },
    get browser() {
      return browser;
    },
    async signIn(contextOptions = {}) {
      const watched = await openPage(browser, dashboard.origin, contextOptions);
      await watched.page.context().addCookies([...cookies]);
      await watched.page.goto(`${dashboard.origin}/codes`);
      return watched;
    },
  };
}

/** No page may scroll sideways, and axe-core has nothing serious to say of it. */
export async function checkPage(page: Page, name = page.url()): Promise<void> {
  // Its text may be there before its stylesheet is.
  await page.waitForLoadState('load');
  expect(await readSidewaysScroll(page), name).toBe(0);
  expect(await listAccessibilityFaults(page), name).toEqual([]);
}

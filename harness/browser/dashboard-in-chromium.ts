import { type Browser, chromium, type Cookie, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { listAccessibilityFaults, readSidewaysScroll } from './check-page.ts';
import type { ACCOUNTS } from './dashboards-setup.ts';
import { findChromium, launchOptions, openPage, type WatchedPage } from './chromium.ts';
import { inviteOwner } from './invite-owner.ts';
import { signInByLink } from './sign-in-by-link.ts';
import { startDashboards, type TestDashboard } from './test-dashboard.ts';

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
  return signInBeforeAll(async () => {
    const dashboard = inject('dashboards')[account];
    if (!dashboard)
      throw new Error(`No account "${account}" was made for this project: see dashboards-setup.ts.`);
    const browser = await chromium.connect(inject('chromium'));
    return { dashboard, browser, stop: () => browser.close() };
  });
}

/** The same with a service, an empty account and a Chromium of its own. */
export function startDashboardInChromium(): DashboardInChromium {
  return signInBeforeAll(async () => {
    const { dashboards, stop } = await startDashboards({ own: 'empty' });
    try {
      const browser = await chromium.launch(launchOptions(findChromium()));
      return {
        dashboard: dashboards.own,
        browser,
        stop: async () => {
          await browser.close();
          await stop();
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  });
}

interface Started extends Pick<DashboardInChromium, 'dashboard' | 'browser'> {
  stop(): Promise<void>;
}

/** Pages that give lasting access ask for a sign-in of the last 10 minutes, and on a busy machine the tests before may take longer. */
const RENEWED_AFTER_MS = 5 * 60_000;

function signInBeforeAll(start: () => Promise<Started>): DashboardInChromium {
  let started: Started;
  let links: string[];
  let cookies: readonly Cookie[];
  let signedInAtMs: number;

  async function renew(): Promise<readonly Cookie[]> {
    if (Date.now() < signedInAtMs + RENEWED_AFTER_MS) return cookies;
    const { page } = await openPage(started.browser, started.dashboard.origin);
    await signInByLink(page, links.shift() ?? '');
    cookies = await page.context().cookies();
    await page.context().close();
    signedInAtMs = Date.now();
    return cookies;
  }

  beforeAll(async () => {
    started = await start();
    links = [...started.dashboard.signInUrls];
    signedInAtMs = 0;
    await renew();
  });

  afterAll(() => started?.stop());

  return {
    get dashboard() {
      return started.dashboard;
    },
    get browser() {
      return started.browser;
    },
    invite: async (name) => inviteOwner(started.dashboard.origin, await renew(), name),
    async signIn(contextOptions = {}) {
      const watched = await openPage(started.browser, started.dashboard.origin, contextOptions);
      await watched.page.context().addCookies([...(await renew())]);
      await watched.page.goto(`${started.dashboard.origin}/codes`);
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

import type { Browser, Cookie, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchChromium, openPage, type WatchedPage } from '../support/chromium.ts';
import { startDashboard, type TestDashboard } from '../support/test-dashboard.ts';

/** What becomes of forms where networks are slow, buttons are clicked twice, and somebody goes back. */
describe.runIf(inject('hasChromium'))('the forms of the dashboard', () => {
  let dashboard: TestDashboard;
  let browser: Browser;
  /** Of the demo account's owner. */
  let cookies: readonly Cookie[];

  beforeAll(async () => {
    [dashboard, browser] = await Promise.all([startDashboard(), launchChromium()]);
    const { page } = await openPage(browser, dashboard.origin);
    await page.goto(dashboard.dashboardUrl);
    cookies = await page.context().cookies();
  });

  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  async function open(path: string, options: Parameters<typeof openPage>[2] = {}): Promise<WatchedPage> {
    const watched = await openPage(browser, dashboard.origin, options);
    await watched.page.context().addCookies([...cookies]);
    await watched.page.goto(dashboard.origin + path);
    return watched;
  }

  async function slowDown(page: Page): Promise<void> {
    const devTools = await page.context().newCDPSession(page);
    const speed = { offline: false, latency: 250, downloadThroughput: -1, uploadThroughput: -1 };
    await devTools.send('Network.emulateNetworkConditions', speed);
  }

  it('are sent once by a double click: a new key is shown', async () => {
    const { page } = await open('/settings/keys');
    await slowDown(page);
    await page.getByLabel('Name').fill('Double');
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    expect((await page.locator('#new-key').textContent())?.trim()).toMatch(/^qr_live_/);
  });

  it('are sent once by a double click: a sign-in link that asks first signs in', async () => {
    const { page } = await openPage(browser, dashboard.origin);
    // Another page leads here, so the link asks first.
    const link = await dashboard.invite('Grace');
    await page.goto(`data:text/html,<a href="${link}">Link</a>`);
    await page.getByRole('link').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await slowDown(page);
    await page.getByRole('button', { name: 'Sign in' }).dblclick();
    await page.waitForURL(`${dashboard.origin}/codes`);
    await page.getByText('Grace').first().waitFor();
  });

  it('can be sent again after somebody stopped the page from loading', async () => {
    const { page } = await open('/codes');
    await page.clock.install();
    await page.goto(`${dashboard.origin}/codes/new`);
    await page.getByLabel('Web address').fill('https://example.com/stopped');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await page.route('**/codes', (route) => route.abort('aborted'), { times: 1 });
    await create.click();
    await page.locator('button[aria-busy="true"]').waitFor();
    await page.clock.fastForward(3000);
    await page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
    await create.click();
    await page.waitForURL(/\/codes\/qr_\w{8}\?created=1$/);
  });
});

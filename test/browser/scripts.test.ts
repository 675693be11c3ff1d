import type { Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

/** What the dashboard's script improves. The tab has its own clock, so nothing here waits. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

describe.runIf(inject('hasChromium'))('the script of the dashboard', () => {
  const chromium = useDashboardInChromium('scripts');
  /** A code's page with a stopped clock. */
  async function openCode() {
    const watched = await chromium.signIn();
    const { page } = watched;
    const nowMs = Date.now();
    await page.clock.install({ time: nowMs });
    await page.goto(`${chromium.dashboard.origin}/codes/${chromium.dashboard.filled?.busyCode}`);
    await page.clock.pauseAt(nowMs + MINUTE_MS);
    return watched;
  }

  describe('at a button that copies', () => {
    const copyButton = (page: Page) => page.getByRole('button', { name: /^(Copy|Copied|Copy failed.*)$/ });

    it('says that it did for two seconds, however often it is clicked', async () => {
      const { page, faults } = await openCode();
      await copyButton(page).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      await page.clock.runFor(1500);
      await copyButton(page).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        await page.locator('#short-link').textContent(),
      );
      await page.clock.runFor(1500);
      expect(await copyButton(page).textContent()).toBe('Copied');
      await page.clock.runFor(500);
      expect(await copyButton(page).textContent()).toBe('Copy');
      expect(faults).toEqual([]);
    });

    it('says so if the browser refuses, and can be clicked again', async () => {
      const { page, faults } = await openCode();
      await page.evaluate(
        "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
      );
      await copyButton(page).click();
      await page.getByRole('button', { name: 'Copy failed: select the text' }).waitFor();
      await page.clock.runFor(2 * SECOND_MS);
      expect(await copyButton(page).textContent()).toBe('Copy');
      expect(faults).toEqual([]);
    });
  });

  describe('on a page with scans', () => {
    /** A code's page, with a count of its requests for figures. */
    async function openScans() {
      const watched = await openCode();
      const { page } = watched;
      // By its clock, it was opened a minute ago, and has polled once. From here on, only the time that a test lets pass counts.
      let asked = 0;
      let ended = 0;
      const isForScans = (request: Request) => new URL(request.url()).pathname.endsWith('/scans');
      page.on('request', (request) => (asked += Number(isForScans(request))));
      page.on('requestfinished', (request) => (ended += Number(isForScans(request))));
      page.on('requestfailed', (request) => (ended += Number(isForScans(request))));
      /** The number of the page's requests during an action. The page plans the next request after it has read a response. */
      const countWhile = async (happens: () => Promise<unknown>) => {
        const before = asked;
        await happens();
        do await settle(page);
        while (ended < asked);
        await settle(page);
        return asked - before;
      };
      const countAfter = (ms: number) => countWhile(() => page.clock.fastForward(ms));
      await countAfter(5 * SECOND_MS);
      return { ...watched, countAfter, countWhile };
    }

    /** Waits until earlier responses were read, by a request that comes after them. */
    const settle = (page: Page) => page.evaluate("fetch('/health').then((response) => response.text())");

    const setHidden = (page: Page, isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);

    const scan = async (page: Page) => {
      const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
      await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
    };

    it('polls every five seconds, once a minute after ten minutes without news, and faster again with news', async () => {
      const { page, faults, countAfter } = await openScans();
      expect(await countAfter(4 * SECOND_MS)).toBe(0);
      expect(await countAfter(1 * SECOND_MS)).toBe(1);
      expect(await countAfter(5 * SECOND_MS)).toBe(1);
      await countAfter(10 * MINUTE_MS);
      expect(await countAfter(59 * SECOND_MS)).toBe(0);
      expect(await countAfter(1 * SECOND_MS)).toBe(1);
      await scan(page);
      expect(await countAfter(MINUTE_MS)).toBe(1);
      expect(await countAfter(5 * SECOND_MS)).toBe(1);
      expect(faults).toEqual([]);
    });

    it('stops polling after three errors, even when somebody comes back; fewer are forgotten', async () => {
      const { page, countAfter } = await openScans();
      const refuse = () => page.route(/\/scans\?/, (route) => route.fulfill({ status: 404 }));
      await refuse();
      expect(await countAfter(5 * SECOND_MS)).toBe(1);
      expect(await countAfter(5 * SECOND_MS)).toBe(1);
      await page.unroute(/\/scans\?/);
      expect(await countAfter(5 * SECOND_MS)).toBe(1);
      await refuse();
      for (let i = 0; i < 3; i++) expect(await countAfter(5 * SECOND_MS)).toBe(1);
      expect(await countAfter(60 * MINUTE_MS)).toBe(0);
      await setHidden(page, false);
      expect(await countAfter(60 * MINUTE_MS)).toBe(0);
    });

    it('does not poll while nobody sees it, and polls at once when somebody comes back', async () => {
      const { page, countAfter, countWhile } = await openScans();
      await setHidden(page, true);
      expect(await countAfter(60 * MINUTE_MS)).toBe(0);
      expect(await countWhile(() => setHidden(page, false))).toBe(1);
      expect(await countAfter(MINUTE_MS)).toBe(1);
    });

    it('updates the figures, and leaves open details and the focus alone', async () => {
      const { page, faults, countAfter } = await openScans();
      const summary = page.getByText('Scans by day as a table');
      await summary.click();
      const table = page.getByRole('table', { name: 'Scans by day' });
      await table.waitFor();
      const before = await table.textContent();
      await scan(page);
      expect(await countAfter(5 * SECOND_MS)).toBe(1);
      expect(await table.textContent()).not.toBe(before);
      expect(await table.isVisible()).toBe(true);
      await expect
        .poll(() => summary.evaluate((element) => element.ownerDocument.activeElement === element))
        .toBe(true);
      expect(faults).toEqual([]);
    });
  });

  it('sends the form of a new code once for a double click, and again for who comes back', async () => {
    const { page, faults } = await chromium.signIn();
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/codes') sent++;
    });
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/double');
    const create = page.getByRole('button', { name: 'Create code' });
    await create.dblclick();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    expect(sent).toBe(1);
    await page.goBack();
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/double');
    await page.getByLabel('Title (optional)').fill('Another one');
    await create.click();
    await page.getByRole('heading', { name: 'Another one', level: 1 }).waitFor();
    expect(sent).toBe(2);
    expect(faults).toEqual([]);
  });
});

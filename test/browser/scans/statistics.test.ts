import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import {
  checkAccessibility,
  checkPage,
  checkWidth,
  useDashboardInChromium,
} from '#harness/browser/dashboard-in-chromium.ts';

/** The statistics of a code: any period, compared and filtered, with and without the script. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true } as const;
const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
/** The name of a rule, which appears among the values of a dimension. */
const HOSTILE = `<img src=x onerror="alert('x')">`;

describe.runIf(inject('hasChromium'))('the statistics of a code', () => {
  const chromium = useDashboardInChromium('scans');

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const { apiUrl, apiKey } = chromium.dashboard;
    const response = await fetch(apiUrl + path, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<T>;
  }

  /** A code that was scanned twice by a phone and once by a computer. A rule with a hostile name leads its scans. */
  async function createScannedCode() {
    const rules = [{ name: HOSTILE, target: 'https://example.com/a', when: { device: ['desktop'] } }];
    const target = 'https://example.com/';
    const code = await call<{ id: string; short_url: string }>('POST', '/v1/qr', { target, dynamic: true });
    await call('PATCH', `/v1/qr/${code.id}`, { rules });
    for (const agent of [IPHONE, IPHONE, WINDOWS])
      await fetch(code.short_url, { redirect: 'manual', headers: { 'User-Agent': agent } });
    const read = (query = '') =>
      call<{ total_scans: number; by_day: { date: string; scans: number }[] }>(
        'GET',
        `/v1/qr/${code.id}/stats${query}`,
      );
    await expect.poll(async () => (await read()).total_scans).toBe(3);
    return {
      id: code.id,
      shortUrl: code.short_url,
      url: `${chromium.dashboard.origin}/codes/${code.id}`,
      read,
    };
  }

  /** The dates, the zone and the comparison are folded. */
  const openChoices = (page: Page) => page.locator('.overview-choices > summary').click();
  const readTotal = async (page: Page) =>
    Number(await page.locator('.figures dt', { hasText: 'Scans' }).locator('+ dd').textContent());
  const readout = (page: Page) => page.locator('.tipped .tip');
  /** The distance from the top of the page, independent of scrolling. */
  const topOf = (page: Page) =>
    page.evaluate<number>(
      "document.querySelector('#breakdown-heading').getBoundingClientRect().y + window.scrollY",
    );

  it('are in the browser’s time zone on the first page that it opens, which is loaded at most twice', async () => {
    // Without codes, the overview has no times.
    await createScannedCode();
    const { page, faults } = await chromium.signIn({ ...DESKTOP, timezoneId: 'Asia/Tokyo' });
    await page.goto('about:blank');
    await page.context().clearCookies({ name: 'browser_zone' });
    let loaded = 0;
    page.on('request', (request) => (loaded += request.isNavigationRequest() ? 1 : 0));
    await page.goto(`${chromium.dashboard.origin}/overview`);
    await page.getByText('Time zone: Asia/Tokyo.').waitFor();
    await page.reload();
    await page.getByText('Time zone: Asia/Tokyo.').waitFor();
    // The first page, the same in the browser's zone, and the reload of this test.
    expect(loaded).toBe(3);
    expect(faults).toEqual([]);
  });

  it('are in the browser’s time zone, show each day to mouse and arrow keys, and are filtered by a click', async () => {
    const code = await createScannedCode();
    const { page, faults } = await chromium.signIn({ ...DESKTOP, timezoneId: 'Asia/Tokyo' });
    await page.goto(code.url);
    await page.getByRole('link', { name: 'All statistics' }).click();
    await page.getByRole('heading', { name: 'Scans', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('tz')).toBeNull();
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    const { by_day: days } = await code.read('?tz=Asia/Tokyo');
    expect(await page.getByLabel('To').inputValue()).toBe(days.at(-1)?.date);
    expect(await readTotal(page)).toBe(3);

    const top = await topOf(page);
    const bars = page.locator('.tipped .room');
    await bars.last().hover();
    await expect.poll(() => readout(page).textContent()).toMatch(/: 3 scans so far\.$/);
    await bars.first().hover();
    await expect.poll(() => readout(page).textContent()).toMatch(/: 0 scans\.$/);
    await page.mouse.move(0, 0);
    await expect.poll(() => readout(page).textContent()).toBe('');
    await page.getByText('Most scans:').waitFor();

    await page.locator('.tipped .plot').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await readout(page).textContent()).toMatch(/: 3 scans so far\.$/);
    await page.keyboard.press('Home');
    expect(await readout(page).textContent()).toMatch(/: 0 scans\.$/);
    await page.keyboard.press('Escape');
    expect(await readout(page).textContent()).toBe('');
    // Nothing below it has moved.
    expect(await topOf(page)).toBe(top);

    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'iOS' }).click();
    await page.getByRole('link', { name: 'Remove System: iOS' }).waitFor();
    expect(await readTotal(page)).toBe(2);
    await openChoices(page);
    await page.getByLabel('Compare with').selectOption('Previous period');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('before: 0').first().waitFor();
    expect(await readTotalScans(page)).toContain('2');
    await page.getByRole('link', { name: 'Remove System: iOS' }).click();
    await expect.poll(() => page.getByRole('link', { name: /Remove/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await checkAccessibility(page);
  });

  const readTotalScans = (page: Page) => page.locator('.figures dd').first().textContent();

  it('of today renew at the top of the page, too', async () => {
    const code = await createScannedCode();
    const { page, faults } = await chromium.signIn(DESKTOP);
    await page.goto(code.url);
    const readTotals = () => page.locator('[data-live="totals"] dd:first-of-type').allTextContents();
    expect(await readTotals()).toEqual(['3', '3', '3']);
    await fetch(code.shortUrl, { redirect: 'manual', headers: { 'User-Agent': IPHONE } });
    await expect.poll(readTotals).toEqual(['4', '4', '4']);
    expect(faults).toEqual([]);
  });

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('of all codes are shown for any days and zone without the script, on a %s', async (_, screen) => {
    const code = await createScannedCode();
    const { page } = await chromium.signIn({ ...screen, javaScriptEnabled: false });
    await page.goto(`${chromium.dashboard.origin}/overview`);
    const ranges = await page.locator('.switch a').all();
    const rows = await Promise.all(ranges.map(async (link) => (await link.boundingBox())?.y));
    expect(ranges).toHaveLength(4);
    expect(new Set(rows).size).toBeLessThanOrEqual(2);
    await openChoices(page);
    const { by_day: days } = await code.read('?range=last_7_days&tz=Asia/Tokyo');
    const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    await page.locator('input[name=from]').fill(first);
    await page.getByLabel('Compare with').selectOption('Nothing');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('· Asia/Tokyo').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe(first);
    expect(await page.getByText('against').count()).toBe(0);
    await checkWidth(page);
    // The next visit has the zone, too.
    await page.goto(`${chromium.dashboard.origin}/overview`);
    await page.getByText('Time zone: Asia/Tokyo.').waitFor();
    expect(await page.locator('input[name=to]').inputValue()).toBe(last);

    await page.goto(`${chromium.dashboard.origin}/analytics`);
    await page.getByText('Add filter').click();
    await page.locator('.dimensions').getByText('Device', { exact: true }).click();
    await checkWidth(page);
    await page.getByRole('link', { name: 'Mobile phone' }).click();
    await page.getByRole('link', { name: 'Remove Device: Mobile phone' }).waitFor();
    const query = '?tz=Asia/Tokyo&filter=device:mobile';
    const { total_scans: scans } = await call<{ total_scans: number }>('GET', `/v1/stats${query}`);
    expect(scans).toBeGreaterThan(0);
    expect(await readTotal(page)).toBe(scans);
    await checkWidth(page);
  });

  it('list the codes that rise or fall in place of the top ones, with the keys and without the script', async () => {
    await createScannedCode();
    const { page } = await chromium.signIn({ ...DESKTOP, javaScriptEnabled: false });
    await page.goto(`${chromium.dashboard.origin}/overview`);
    const shown = () => page.locator('.ranking:visible').getAttribute('data-ranking');
    expect(await shown()).toBe('top');
    await page.getByRole('radio', { name: 'Top' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toBe('rising');
    await page.locator('.view-tabs').getByText('Falling').click();
    expect(await shown()).toBe('falling');
    await page.getByText('No code has fewer scans than before.').waitFor();
  });

  it('leave the row with the keyboard focus alone until it loses the focus', async () => {
    const code = await createScannedCode();
    const { page, faults } = await chromium.signIn(DESKTOP);
    await page.goto(code.url);
    const row = page.locator('.bar-list').getByRole('link', { name: 'Mobile phone' });
    await row.focus();
    await fetch(code.shortUrl, { redirect: 'manual', headers: { 'User-Agent': IPHONE } });
    await expect.poll(() => page.locator('[data-live="totals"] dd').first().textContent()).toBe('4');
    await expect
      .poll(() => page.evaluate<boolean>("document.activeElement.matches('.bar-list a')"))
      .toBe(true);
    await page.locator('h1').click();
    await expect.poll(() => row.textContent()).toContain('3');
    expect(faults).toEqual([]);
  });

  it('that are shared fill one sheet of A4, for any days', async () => {
    const code = await createScannedCode();
    const { page, faults } = await chromium.signIn({ ...DESKTOP, timezoneId: 'Asia/Tokyo' });
    await page.goto(`${chromium.dashboard.origin}/codes/${code.id}/analytics`);
    await page.getByText('Share', { exact: true }).click();
    await page.getByLabel('The link shows', { exact: true }).selectOption('');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('link', { name: 'Open the link' }).click();
    await page.getByText('in the time zone Asia/Tokyo.').waitFor();
    for (const period of ['Today', '90 days', 'This year']) {
      await page.getByRole('link', { name: period, exact: true }).click();
      await page.locator('[aria-current=true]', { hasText: period }).waitFor();
      expect(await readTotalScans(page)).toBe('3');
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), period).toHaveLength(1);
    }
    await page.getByText('Other days').click();
    await page.locator('input[name=from]').fill('2026-01-01');
    await page.getByLabel('Time zone').fill('UTC');
    await checkPage(page);
    expect(faults).toEqual([]);
  });

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('show both figures of a day above the lines of the overview, on a %s', async (_, screen) => {
    await createScannedCode();
    const { page, faults } = await chromium.signIn(screen);
    await page.goto(`${chromium.dashboard.origin}/overview?range=last_7_days`);
    const [tip, plot] = [page.locator('.tip'), page.locator('.tipped .plot')];
    const place = () =>
      page.evaluate<number[]>(
        "[document.querySelector('.tipped .plot').getBoundingClientRect().y + scrollY, document.body.scrollHeight]",
      );
    const before = await place();
    const days = page.locator('.tipped .room');
    await (screen === PHONE ? days.last().tap() : days.last().hover());
    await expect.poll(() => tip.textContent()).toMatch(/: \d+ scans so far\.\nBefore, .*: 0 scans\.$/);
    await plot.press('Home');
    expect(await tip.textContent()).toMatch(/: 0 scans, ±0\.\nBefore, .*: 0 scans\.$/);
    const [box, top] = [await tip.boundingBox(), (await plot.boundingBox())?.y];
    expect(box!.y + box!.height).toBeLessThanOrEqual(top!);
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(screen.viewport.width);
    expect(await place()).toEqual(before);
    await checkPage(page);
    await plot.press('Escape');
    expect(await tip.textContent()).toBe('');
    expect(faults).toEqual([]);
  });

  it('show a day’s figures when a finger touches it', async () => {
    const code = await createScannedCode();
    const { page, faults } = await chromium.signIn(PHONE);
    await page.goto(`${code.url}/analytics?range=last_7_days&compare=previous_period`);
    const top = await topOf(page);
    await page.locator('.tipped .room').last().tap();
    await expect
      .poll(() => readout(page).textContent())
      .toMatch(/: 3 scans so far\.\nBefore, .*: 0 scans\.$/);
    expect(await topOf(page)).toBe(top);
    for (const name of ['Today', 'City', 'Variant']) {
      const box = await page.getByRole('link', { name, exact: true }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
    }
    await checkPage(page);
    expect(faults).toEqual([]);
  });

  it.each([
    ['phone', PHONE],
    ['tablet', TABLET],
    ['desktop', DESKTOP],
  ])('are complete without the script, on a %s', async (_, screen) => {
    const code = await createScannedCode();
    const { page } = await chromium.signIn({ ...screen, javaScriptEnabled: false });
    await page.goto(`${code.url}/analytics`);
    expect(await readTotal(page)).toBe((await code.read()).total_scans);
    const today = await page.getByLabel('To').inputValue();
    await openChoices(page);
    await page.getByLabel('From').fill(today);
    await page.getByLabel('Time zone').fill('UTC');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Scans by hour as a table').waitFor();
    expect(await readTotal(page)).toBe((await code.read(`?from=${today}`)).total_scans);
    await page.getByRole('link', { name: 'Device', exact: true }).click();
    await page.getByRole('link', { name: 'Mobile phone' }).click();
    await page.getByRole('link', { name: 'Remove Device: Mobile phone' }).waitFor();
    expect(await readTotal(page)).toBe((await code.read('?filter=device:mobile')).total_scans);
    await checkWidth(page);
  });

  it('show a hostile value as plain text, even as a filter', async () => {
    const code = await createScannedCode();
    const { page, faults } = await chromium.signIn(DESKTOP);
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${code.url}/analytics?by=rule`);
    await page.getByRole('link', { name: HOSTILE }).click();
    await page.getByRole('link', { name: `Remove Rule: ${HOSTILE}` }).waitFor();
    expect(await readTotal(page)).toBe(1);
    expect(await page.locator('main img').count()).toBe(0);
    expect(alerts).toEqual([]);
    expect(faults).toEqual([]);
  });
});

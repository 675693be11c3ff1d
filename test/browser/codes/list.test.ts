import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { checkAccessibility, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

describe.runIf(inject('hasChromium'))('the list of codes', () => {
  const chromium = useDashboardInChromium('list');
  const filters = (page: Page) => page.locator('summary', { hasText: 'Add filter' });
  const titles = (page: Page) => page.locator('td.title > a').allTextContents();
  const heightsOf = (page: Page) =>
    page
      .locator('tbody tr')
      .evaluateAll((rows) =>
        (rows as unknown as { getBoundingClientRect(): { height: number } }[]).map(
          (row) => row.getBoundingClientRect().height,
        ),
      );
  const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

  it.each([true, false])(
    'has search and filters in one row of a phone, above the first code; with the script: %s',
    async (javaScriptEnabled) => {
      const { page, faults } = await chromium.signIn({ ...PHONE, javaScriptEnabled });
      const row = page.locator('search.filter');
      const closed = (await row.boundingBox())?.height ?? Infinity;
      expect(closed).toBeLessThan(60);
      const first = await page.locator('tbody tr').first().boundingBox();
      expect((first?.y ?? Infinity) + (first?.height ?? 0)).toBeLessThan(PHONE.viewport.height / 2);

      await filters(page).click();
      await page.getByRole('link', { name: 'Dynamic', exact: true }).click();
      await page.waitForURL(/\?kind=dynamic$/);
      await page.getByRole('link', { name: 'Remove Dynamic' }).click();
      await page.waitForURL(/\/codes$/);
      expect(await row.locator('.chips').count()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  it('has rows of one height, whatever their codes have: 52 pixels, and 96 on a phone', async () => {
    const wide = await chromium.signIn(WIDE);
    for (const height of await heightsOf(wide.page)) expect(Math.abs(height - 52)).toBeLessThanOrEqual(1.5);
    const phone = await chromium.signIn(PHONE);
    for (const height of await heightsOf(phone.page)) expect(height).toBeLessThanOrEqual(97);
  });

  it.each([1200, 1360, 1440])('leaves room for names with all columns, %i pixels wide', async (width) => {
    const { page } = await chromium.signIn({ viewport: { width, height: 900 } });
    await page.locator('summary', { hasText: 'Display' }).click();
    for (const name of ['Content', 'Created'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('button', { name: 'Show these columns' }).click();
    await page.locator('th.created').waitFor({ state: 'attached' });
    const title = await page.locator('td.title').first().boundingBox();
    expect(title?.width).toBeGreaterThan(150);
  });

  it('follows the typing of a search, with the address, and says how many codes there are', async () => {
    const { page, faults } = await chromium.signIn(WIDE);
    const all = await titles(page);
    // The key that goes to the search on every page.
    await page.keyboard.press('/');
    await page.keyboard.type('guest');
    await page.waitForURL(/\/codes\?q=guest$/);
    await page.getByRole('status').filter({ hasText: 'match' }).waitFor();
    const found = await titles(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
    expect(found.every((title) => title.toLowerCase().includes('guest'))).toBe(true);
    await expect.poll(() => field(page).evaluate('document.activeElement.id')).toBe('q');
    // What belongs to the list follows it: its filters keep the search, its boxes count.
    await page.locator('tbody input[type="checkbox"]').first().check();
    expect(await page.locator('[data-selected]').textContent()).toMatch(/^1 of \d+ selected$/);
    await field(page).fill('nothing is like this');
    await page.getByText('No codes match this search.').waitFor();
    await field(page).fill('');
    await page.waitForURL(/\/codes$/);
    await page
      .locator('td.title > a')
      .nth(all.length - 1)
      .waitFor();
    expect(await titles(page)).toEqual(all);
    expect(faults).toEqual([]);
  });

  it('keeps what it shows while a search is refused, and says why', async () => {
    const { page } = await chromium.signIn(WIDE);
    const all = await titles(page);
    await page.route(/\?q=/, async (route) => {
      const response = await route.fetch({ url: `${chromium.dashboard.origin}/codes?q=a%00` });
      await route.fulfill({ response });
    });
    await field(page).fill('menu');
    await page.getByText('The text must not hold control characters.').first().waitFor();
    expect(await titles(page)).toEqual(all);
  });

  it('leads to the page itself if a search cannot be read in place', async () => {
    const { page } = await chromium.signIn(WIDE);
    await page.route(/\?q=/, (route) => route.abort(), { times: 1 });
    await field(page).fill('guest');
    await page.waitForURL(/q=guest$/);
    await page.waitForFunction("document.querySelector('#q').value === 'guest'");
    expect(await titles(page)).not.toEqual([]);
  });

  it('opens the menu of a row by keyboard, walks through it, and closes it', async () => {
    const { page, faults } = await chromium.signIn(WIDE);
    const menu = page.locator('tbody .menu').first();
    const summary = menu.locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Change target');
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBeNull();
    await expect
      .poll(() => summary.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Codes' }).click();
    expect(await menu.getAttribute('open')).toBeNull();
    expect(faults).toEqual([]);
  });

  it('pauses the code of a row from its menu, without a script too', async () => {
    const { page } = await chromium.signIn({ ...WIDE, javaScriptEnabled: false });
    await page.goto(`${chromium.dashboard.origin}/codes?q=menu&kind=dynamic&status=active`);
    const row = page.locator('tbody tr').first();
    await row.hover();
    await row.locator('summary').click();
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('1 code is paused.').waitFor();
    expect(new URL(page.url()).search).toBe('?q=menu&kind=dynamic&status=active');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 1 code is as before.').waitFor();
  });
});

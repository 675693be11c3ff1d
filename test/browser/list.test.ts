import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describe.runIf(inject('hasChromium'))('the list of codes', () => {
  const chromium = useDashboardInChromium('list');
  const menu = (page: Page) => page.locator('summary', { hasText: 'Any content' });
  const bottomOf = async (page: Page, text: string) => {
    const box = await page.getByRole('link', { name: text }).first().boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };

  it.each([true, false])(
    'has search and filters in one row of a phone, above the first code; with the script: %s',
    async (javaScriptEnabled) => {
      const { page, faults } = await chromium.signIn({ ...PHONE, javaScriptEnabled });
      const row = page.locator('search.filter');
      const closed = (await row.boundingBox())?.height ?? Infinity;
      expect(closed).toBeLessThan(60);
      expect(await bottomOf(page, 'Menu, all tables')).toBeLessThan(PHONE.viewport.height / 2);
      expect(await menu(page).isVisible()).toBe(false);

      await page.locator('summary', { hasText: 'Filters' }).click();
      await page.locator('summary', { hasText: 'All kinds' }).click();
      await page.getByRole('link', { name: 'Dynamic', exact: true }).click();
      await page.waitForURL(/\?kind=dynamic$/);
      expect(await page.locator('.filter-switch').innerText()).toMatch(/^Filters\s+1\s+set$/);
      // Including its chip: the row itself has the same height as before.
      expect((await row.boundingBox())?.height).toBeLessThan(2 * closed + 10);
      await page.getByRole('link', { name: 'Remove the filter Dynamic' }).click();
      await page.waitForURL(/\/codes$/);
      expect(await row.getByRole('link').count()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  it.each([820, 1440])('has its filters in view on a screen that is %i pixels wide', async (width) => {
    const { page } = await chromium.signIn({ viewport: { width, height: 900 } });
    expect(await menu(page).isVisible()).toBe(true);
    expect(await page.locator('.filter-switch').isVisible()).toBe(false);
  });
});

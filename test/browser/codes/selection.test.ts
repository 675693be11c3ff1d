import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  checkAccessibility,
  checkWidth,
  useDashboardInChromium,
} from '#harness/browser/dashboard-in-chromium.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const HIGHEST_BAR_PX = 120;

describe.runIf(inject('hasChromium'))('a selection of codes', () => {
  const chromium = useDashboardInChromium('selection');
  /** More codes than one request changes. */
  const MADE = 104;

  beforeAll(async () => {
    const { apiUrl, apiKey } = chromium.dashboard;
    const codes = Array.from({ length: MADE }, (_, i) => ({
      target: `https://bluefig.example/table/${i}`,
      title: `Table ${i}`,
      dynamic: true,
      format: 'svg',
      size: 128,
    }));
    for (const part of [codes.slice(0, 100), codes.slice(100)]) {
      const response = await fetch(`${apiUrl}/v1/qr/bulk`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ codes: part }),
      });
      if (response.status !== 200) throw new Error(await response.text());
    }
  });

  const boxes = (page: Page) => page.locator('tbody input[type="checkbox"]');
  const pageBox = (page: Page) => page.getByRole('checkbox', { name: 'Select this page' });
  const isHalf = (page: Page) => page.evaluate("document.querySelector('[data-select-page]').indeterminate");
  const said = (page: Page) => page.locator('[data-selected]').textContent();

  it('counts the ticked boxes, and ticks a whole page', async () => {
    const { page, faults } = await chromium.signIn();
    expect(await page.locator('form.selection').isVisible()).toBe(false);
    const all = /of (\d+)/.exec((await page.locator('.list-foot').textContent()) ?? '')?.[1];
    await boxes(page).nth(0).check();
    await boxes(page).nth(2).check();
    expect(await said(page)).toBe(`2 of ${all} selected`);
    expect(await isHalf(page)).toBe(true);
    await pageBox(page).check();
    expect(await said(page)).toBe(`20 of ${all} selected`);
    expect(await isHalf(page)).toBe(false);
    await boxes(page).nth(5).uncheck();
    expect(await said(page)).toBe(`19 of ${all} selected`);
    await page.getByLabel(`Select all ${all}`).check();
    expect(await said(page)).toBe(`All ${all} selected`);
    await page.getByLabel(`Select all ${all}`).uncheck();
    await pageBox(page).check();
    await pageBox(page).uncheck();
    expect(await page.locator('form.selection').isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('leaves most of a phone to the list, and every action can be reached', async () => {
    const { page, faults } = await chromium.signIn(PHONE);
    await boxes(page).nth(0).check();
    const bar = page.locator('form.selection');
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(HIGHEST_BAR_PX);
    await checkWidth(page);
    await checkAccessibility(page);
    for (const name of ['Add tag', 'Pause', 'Archive', 'Download', 'Delete…']) {
      const button = bar.getByRole('button', { name });
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(390);
      expect(box?.height, name).toBeGreaterThanOrEqual(40);
    }
    await bar.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('1 code is paused.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 1 code is as before.').waitFor();
    expect(faults).toEqual([]);
  });

  it('of all matching codes continues by itself to its end', async () => {
    const { page, faults } = await chromium.signIn();
    await page.goto(`${chromium.dashboard.origin}/codes?q=example/table/&sort=title`);
    await boxes(page).nth(0).check();
    await page.getByLabel(`Select all ${MADE} that match`).check();
    await page.getByLabel('Tags to add or remove').fill('Tables');
    let requests = 0;
    page.on('request', (request) => {
      requests += Number(request.method() === 'POST' && request.url().endsWith('/codes/selection/run'));
    });
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText(`${MADE} codes are tagged.`).waitFor();
    expect(requests).toBe(1);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('title');
    expect(faults).toEqual([]);
  });

  it('is sorted by the head of a column, even without a script', async () => {
    // Wide enough for all columns.
    const viewport = { width: 1440, height: 900 };
    const { page } = await chromium.signIn({ javaScriptEnabled: false, viewport });
    const sortBy = async (column: string, order: 'ascending' | 'descending') => {
      await page.getByRole('columnheader', { name: column }).getByRole('link').click();
      // Without a script, each click loads a page.
      await page.locator(`th[aria-sort="${order}"]`, { hasText: column }).waitFor();
    };
    await sortBy('Scans', 'descending');
    expect(await page.locator('th[aria-sort]').allTextContents()).toEqual(['Scans']);
    const counts = (await page.locator('td.scans .figure').allTextContents()).map((text) =>
      Number.parseInt(text),
    );
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    await page.locator('summary', { hasText: 'Display' }).click();
    await page.getByLabel('Created').check();
    await page.getByRole('button', { name: 'Show these columns' }).click();
    await sortBy('Created', 'descending');
    await sortBy('Created', 'ascending');
    expect(await page.locator('th[aria-sort]').allTextContents()).toEqual(['Created']);
  });
});

import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openPage } from '#harness/browser/chromium.ts';
import { checkPage, startDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { signInByLink } from '#harness/browser/sign-in-by-link.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

/** The only test of `npm test` that uses a browser and the whole service. The others are in test/browser and test/e2e. */

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const scan = async (shortUrl: string) =>
  (await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': PHONE } })).headers.get('Location');

async function changeTarget(page: Page, target: string): Promise<void> {
  await page.getByText('Change target').click();
  await page.getByRole('textbox', { name: 'Target' }).fill(target);
  await page.locator('#edit').getByRole('button', { name: 'Save' }).click();
}

async function download(page: Page, link: string): Promise<Uint8Array> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ]);
  return new Uint8Array(await buffer(await file.createReadStream()));
}

describe.runIf(inject('hasChromium'))('somebody with a browser', () => {
  const chromium = startDashboardInChromium();

  it('signs in, creates a code, sees its scan appear, leads it elsewhere and downloads it', async () => {
    const { page, faults } = await openPage(chromium.browser, chromium.dashboard.origin);
    await signInByLink(page, await chromium.invite('Ada'));
    expect(await page.locator('.who').textContent()).toContain('Ada');

    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/spring');
    await page.getByLabel('Title (optional)').fill('Poster');
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('heading', { name: 'Poster', level: 1 }).waitFor();
    await checkPage(page);

    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
    expect(await scan(shortUrl)).toBe('https://example.com/spring');
    // Without a reload: the page polls by itself.
    await page.getByText('No scans yet').waitFor({ state: 'detached' });

    await changeTarget(page, 'https://example.com/summer');
    await page.locator('#history').getByText('https://example.com/spring').first().waitFor();
    expect(await scan(shortUrl)).toBe('https://example.com/summer');

    const png = await download(page, 'Download PNG');
    expect((await readSymbol(png)).text.toLowerCase()).toBe(shortUrl);
    expect(faults).toEqual([]);
  });
});

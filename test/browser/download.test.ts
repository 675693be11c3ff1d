import type { Download, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { checkPage, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

/** The download sheet in a dialog, and as a separate page without scripts. */

describe.runIf(inject('hasChromium'))('the download sheet', () => {
  const chromium = useDashboardInChromium('download');
  const codePath = () => `${chromium.dashboard.origin}/codes/${chromium.dashboard.filled?.busyCode}`;

  const save = async (page: Page, button: string): Promise<Download> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return download;
  };
  const readBytes = async (download: Download) => {
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return new Uint8Array(Buffer.concat(chunks));
  };
  const readWidth = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16);

  it('opens over the page, describes the print, and keeps the last choice', async () => {
    const { page, faults } = await chromium.signIn();
    await page.goto(codePath());
    const open = page.getByRole('button', { name: 'Download…' });
    const dialog = page.getByRole('dialog', { name: 'Download' });

    await open.click();
    await dialog.waitFor();
    await dialog.getByText('For print').click();
    // One at a time.
    await dialog.getByLabel('Width in pixels').waitFor({ state: 'hidden' });
    await dialog.getByLabel('Width in mm').fill('20');
    await dialog.getByText('Printed 20 mm wide in screen colours').waitFor();
    await dialog.getByLabel('Scanning distance').fill('50');
    await dialog.getByText('takes a width of 50 mm').waitFor();
    await dialog.getByLabel('Name of the ink').waitFor({ state: 'hidden' });
    await dialog.getByLabel('Colours', { exact: true }).selectOption('spot');
    await dialog.getByLabel('Name of the ink').fill('PANTONE 295 C');
    await dialog.getByText('is required with a spot colour').waitFor();
    await dialog.getByLabel('On screens').fill('100,70,0,40');
    await dialog.getByText('in PANTONE 295 C ink').waitFor();
    await checkPage(page);
    const pdf = await readBytes(await save(page, 'Download print file'));
    expect(new TextDecoder('latin1').decode(pdf.slice(0, 8))).toBe('%PDF-1.4');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await open.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);

    await open.click();
    await dialog.getByText('in PANTONE 295 C ink').waitFor();
    expect(await dialog.getByLabel('Width in mm').inputValue()).toBe('20');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('shows the positions of the labels on a sheet', async () => {
    const { page, faults } = await chromium.signIn({ viewport: { width: 390, height: 844 } });
    await page.goto(codePath());
    await page.getByRole('button', { name: 'Download…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('On labels').click();
    await dialog.getByLabel('Start at label').fill('4');
    await dialog.getByText('21 labels on 2 sheets, from label 4 of 21').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    const sheet = dialog.locator('.labels-preview svg');
    const box = (await sheet.boundingBox())!;
    expect(box.height / box.width, 'the shape of A4').toBeCloseTo(297 / 210, 1);
    const code = '.labels-preview defs path[fill-rule]';
    const ink = await page.evaluate(`getComputedStyle(document.querySelector('${code}')).fill`);
    expect(ink, 'the colours of the design, also in the dark').toBe('rgb(20, 83, 45)');
    await dialog.getByLabel('Labels', { exact: true }).selectOption('roll');
    await dialog.getByLabel('Width of a label').fill('50');
    await dialog.getByLabel('Height of a label').fill('30');
    await dialog.getByText('Start at label').first().waitFor();
    await dialog.getByLabel('Start at label').fill('1');
    await dialog.getByText('21 labels, one per page').waitFor();
    await checkPage(page);
    expect((await save(page, 'Download labels')).suggestedFilename()).toMatch(/ labels\.pdf$/);
    expect(faults).toEqual([]);
  });

  it('copies the image in the chosen size, and says if it cannot', async () => {
    const { page, faults } = await chromium.signIn();
    await page.goto(codePath());
    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
    await page.getByRole('button', { name: 'Download…' }).click();
    await page.getByLabel('Format').selectOption('svg');
    await page.getByLabel('Width in pixels').fill('300');
    await page.getByRole('button', { name: 'Copy image' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(
      `navigator.clipboard.read()
        .then(([item]) => item.getType('image/png'))
        .then((blob) => blob.arrayBuffer())
        .then((bytes) => [...new Uint8Array(bytes)])`,
    );
    const png = new Uint8Array(copied as number[]);
    expect(readWidth(png)).toBe(300);
    expect((await readSymbol(png)).text.toLowerCase()).toBe(shortUrl.toLowerCase());

    await page.getByLabel('Width in pixels').fill('10');
    await page.getByRole('dialog').getByRole('button', { name: /^Cop/ }).click();
    await page.getByRole('button', { name: 'Copy failed: download it' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is a separate page if the server cannot be reached, or in another tab', async () => {
    const { page } = await chromium.signIn();
    await page.goto(codePath());
    let isRefused = false;
    await page.route(/\/download$/, (route) => {
      if (isRefused) return route.continue();
      isRefused = true;
      return route.abort();
    });
    await page.getByRole('button', { name: 'Download…' }).click();
    await page.getByRole('heading', { name: /^Download / }).waitFor();
    expect(page.url()).toMatch(/\/download$/);
  });

  it('works without JavaScript: checks, reports problems, downloads, and remembers', async () => {
    const { page, faults } = await chromium.signIn({ javaScriptEnabled: false });
    await page.goto(codePath());
    await page.getByRole('button', { name: 'Download…' }).click();
    await page.getByText('For print').click();
    await page.getByLabel('Width in mm').fill('20');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Printed 20 mm wide in screen colours').waitFor();
    expect(await page.getByRole('button', { name: 'Copy image' }).count()).toBe(0);
    await page.getByLabel('File').selectOption('x-1a');
    await page.getByLabel('Colours', { exact: true }).selectOption('rgb');
    await page.getByRole('button', { name: 'Download print file' }).click();
    await page.getByText('PDF/X-1a knows inks only').waitFor();
    await checkPage(page);
    await page.getByLabel('Colours', { exact: true }).selectOption('k');
    expect((await save(page, 'Download print file')).suggestedFilename()).toMatch(/\.pdf$/);
    await page.goto(`${codePath()}/download`);
    expect(await page.getByLabel('File').inputValue()).toBe('x-1a');
    await page.getByText('On labels').click();
    await page.getByLabel('Start at label').fill('20');
    await page.getByRole('button', { name: 'Show the sheet' }).click();
    await page.getByText('21 labels on 2 sheets, from label 20 of 21').waitFor();
    expect(faults).toEqual([]);
  });
});

import type { Download, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { checkPage, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { readGs1Symbol, readSymbol } from '#harness/symbols/read-symbol.ts';

/** The download of one code, with and without scripts. */

describe.runIf(inject('hasChromium'))('the download sheet', () => {
  const chromium = useDashboardInChromium('download');
  const codePath = () => `${chromium.dashboard.origin}/codes/${chromium.dashboard.filled?.busyCode}`;

  const save = async (page: Page, button: string): Promise<Download> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return download;
  };
  const readBytes = async (download: Download) => {
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return new Uint8Array(Buffer.concat(chunks));
  };
  const readWidth = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16);

  it('shows the print beside its fields while they are filled in, and keeps the last choice', async () => {
    const { page, faults } = await chromium.signIn();
    await page.goto(codePath());
    await page.getByRole('link', { name: 'Print or download' }).click();
    await page.getByText('40 × 40 mm').waitFor();
    await page.getByLabel('Width in pixels').waitFor({ state: 'hidden' });
    await page.getByLabel('Width in mm').fill('20');
    await page.getByText('20 × 20 mm').waitFor();
    await page.getByLabel('Scanning distance').fill('50');
    await page.getByText('has to be 50 mm wide').waitFor();
    await page.getByLabel(/^A print shop/).check();
    await page.getByText('Cut here').waitFor();
    await checkPage(page);
    await page.getByText('Formats for print shops').click();
    await page.getByLabel('PDF in CMYK').check();
    await page.getByLabel('Name of the ink').waitFor({ state: 'hidden' });
    await page.getByLabel('Inks', { exact: true }).selectOption('spot');
    await page.getByLabel('Name of the ink').fill('PANTONE 295 C');
    await page.getByText('what screens show for it').waitFor();
    await page.getByLabel('CMYK values for screens').fill('100,70,0,40');
    await page.getByText('PANTONE 295 C', { exact: true }).waitFor();
    await checkPage(page);
    const pdf = await readBytes(await save(page, 'Download'));
    expect(new TextDecoder('latin1').decode(pdf.slice(0, 8))).toBe('%PDF-1.4');

    await page.goto(`${codePath()}/download`);
    await page.getByText('PANTONE 295 C', { exact: true }).waitFor();
    expect(await page.getByLabel('Width in mm').inputValue()).toBe('20');
    expect(faults).toEqual([]);
  });

  it('shows the positions of the labels on a sheet', async () => {
    const { page, faults } = await chromium.signIn({ viewport: { width: 390, height: 844 } });
    await page.goto(`${codePath()}/download`);
    await page.getByLabel('Sticky labels').check();
    await page.getByLabel('Start at label').fill('4');
    await page.getByText('21 labels on 2 sheets, from label 4 of 21').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    const box = (await page.locator('.labels-preview rect.paper').boundingBox())!;
    expect(box.height / box.width, 'the shape of A4').toBeCloseTo(297 / 210, 1);
    const code = '.labels-preview defs path[fill-rule]';
    const ink = await page.evaluate(`getComputedStyle(document.querySelector('${code}')).fill`);
    expect(ink, 'the colours of the design, also in the dark').toBe('rgb(20, 83, 45)');
    await page.getByLabel('Label sheet').selectOption('roll');
    await page.getByLabel('Width of a label').fill('50');
    await page.getByLabel('Height of a label').fill('30');
    await page.getByText('start with 1').first().waitFor();
    await page.getByLabel('Start at label').fill('1');
    await page.getByText('21 labels, one per page').waitFor();
    await checkPage(page);
    expect((await save(page, 'Download')).suggestedFilename()).toMatch(/ \(Sticky labels\)\.pdf$/);
    expect(faults).toEqual([]);
  });

  it('makes a table tent with a headline, and says beside the field what is wrong with it', async () => {
    const { page, faults } = await chromium.signIn();
    await page.goto(`${codePath()}/download`);
    await page.getByLabel('Table tent').check();
    // Both the kind and the preview say it.
    await page.getByText('148 × 210 mm').first().waitFor();
    await page.getByLabel('Width in mm').waitFor({ state: 'hidden' });
    await page.getByLabel('Headline (optional)', { exact: true }).fill('x'.repeat(61));
    await page.getByText('Headline: ').waitFor();
    await page.getByLabel('Headline (optional)', { exact: true }).fill('Our menu');
    await page.getByText('fold across the middle').waitFor();
    await page.getByLabel(/^A print shop/).check();
    await page.getByText('Cut here').waitFor();
    await checkPage(page);
    expect((await save(page, 'Download')).suggestedFilename()).toMatch(/ \(Table tent\)\.pdf$/);
    expect(faults).toEqual([]);
  });

  it('makes a GS1 code on a phone, whose symbol holds its Digital Link, and prints it for tills', async () => {
    const { origin, apiUrl, apiKey } = chromium.dashboard;
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ host: 'oil.localhost' });
    expect((await fetch(`${apiUrl}/v1/domains`, { method: 'POST', headers, body })).ok).toBe(true);
    const { page, faults } = await chromium.signIn({ viewport: { width: 390, height: 844 } });
    await page.goto(`${origin}/codes/new`);
    await page.getByText('Product (GS1)').click();
    await page.getByLabel('GTIN').fill('9506000134353');
    await page.getByText('(01) must end with the check digit 2.').waitFor();
    await page.getByLabel('GTIN').fill('9506000134352');
    await page.getByLabel('Batch or lot').fill('LOT7');
    await page.locator('#gs1').fill('example.com/oil');
    await page.getByText('More options').click();
    await page.getByLabel('Domain').selectOption('oil.localhost');
    await page.getByAltText('Preview of the QR code').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
    expect(shortUrl).toMatch(/oil\.localhost:\d+\/01\/09506000134352\/10\/LOT7$/);
    const picture = await page.request.get(`${page.url()}/image.png`);
    expect((await readSymbol(new Uint8Array(await picture.body()))).text).toBe(shortUrl);
    await page.goto(`${page.url()}/control?open=links#links`);
    await checkPage(page);
    await page.goto(`${page.url().split('/control')[0]}/download`);
    await page.getByText(/1\d\.\d+ × 1\d\.\d+ mm/).waitFor();
    await page.getByLabel('Symbol', { exact: true }).selectOption('datamatrix');
    await page.getByLabel('Elements below the symbol').check();
    await page.getByText('Phones do not open a GS1 Data Matrix').waitFor();
    await page.getByLabel(/^PNG/).check();
    await checkPage(page);
    expect(await readGs1Symbol(await readBytes(await save(page, 'Download')))).toEqual({
      text: '010950600013435210LOT7',
      identifier: ']d2',
    });
    expect(faults).toEqual([]);
  });

  it('copies the image in the chosen size, and says if it cannot', async () => {
    const { page, faults } = await chromium.signIn();
    await page.goto(codePath());
    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
    await page.goto(`${codePath()}/download`);
    await page.getByLabel('PNG').check();
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
    await page.getByRole('button', { name: /^Cop/ }).click();
    await page.getByRole('button', { name: 'Copy failed: download it' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('works without JavaScript: previews, reports problems, downloads, and remembers', async () => {
    const { page, faults } = await chromium.signIn({ javaScriptEnabled: false });
    await page.goto(codePath());
    await page.getByRole('link', { name: 'Print or download' }).click();
    await page.getByLabel('Width in mm').fill('20');
    await page.getByRole('button', { name: 'Refresh the preview' }).click();
    await page.getByText('20 × 20 mm').waitFor();
    expect(await page.getByRole('button', { name: 'Copy image' }).count()).toBe(0);
    await page.getByText('Formats for print shops').click();
    await page.getByLabel('PDF/X-1a').check();
    await page.getByLabel(/^A print shop/).check();
    await page.getByLabel('Inks', { exact: true }).selectOption('cmyk');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.locator('#cmyk-error').waitFor();
    await checkPage(page);
    await page.getByLabel('Inks', { exact: true }).selectOption('k');
    expect((await save(page, 'Download')).suggestedFilename()).toMatch(/\.pdf$/);
    await page.goto(`${codePath()}/download`);
    expect(await page.getByLabel('PDF/X-1a').isChecked()).toBe(true);
    await page.getByLabel('Sticky labels').check();
    await page.getByLabel('Start at label').fill('20');
    await page.getByRole('button', { name: 'Refresh the preview' }).click();
    await page.getByText('21 labels on 2 sheets, from label 20 of 21').waitFor();
    expect(faults).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { paintPng } from '#harness/symbols/pictures.ts';
import { useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const toFile = (name: string, mimeType: string, bytes: Uint8Array) => ({
  ...{ name, mimeType },
  buffer: Buffer.from(bytes),
});

/** A picture that no compression makes small. */
const paintNoise = (side: number, alpha = 255) => {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 256;
  return paintPng(side, side, (x) => [next(), next(), next(), x === 0 ? alpha : 255]);
};

describe.runIf(inject('hasChromium'))('a picture for a logo', () => {
  const chromium = useDashboardInChromium('logos');

  async function openImages() {
    const { page } = await chromium.signIn(PHONE);
    await page.goto(`${chromium.dashboard.origin}/codes/library`);
    return { page, choose: page.getByLabel('Upload an image') };
  }

  /** What the browser makes of a picture, as another program would have saved it. */
  const encode = async (page: Page, side: number, type: string, fill: string): Promise<Uint8Array> =>
    new Uint8Array(
      await page.evaluate(
        `new Promise((resolve) => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = ${side};
          const context = canvas.getContext('2d');
          ${fill}
          canvas.toBlob(async (blob) => resolve([...new Uint8Array(await blob.arrayBuffer())]), '${type}', 1);
        })`,
      ),
    );
  const DISC = `context.arc(20, 20, 20, 0, 7); context.fill();`;
  const NOISE = `const data = context.createImageData(900, 900);
    let state = 1;
    for (let i = 0; i < data.data.length; i++)
      data.data[i] = i % 4 === 3 ? 255 : (state = (state * 48271) % 2147483647) % 256;
    context.putImageData(data, 0, 0);`;

  it('is shrunk to what is allowed, and stays a PNG if it is transparent', async () => {
    const { page, choose } = await openImages();
    await choose.setInputFiles(
      toFile(
        'wide.png',
        'image/png',
        paintPng(3_000, 1_500, (x) => [9, 90, 9, x < 1_500 ? 0 : 255]),
      ),
    );
    await page.getByText('Shrunk to 2048 × 1024').waitFor();
    await page.getByText('2048 × 1024,').waitFor();
    await choose.setInputFiles(toFile('noise.png', 'image/png', paintNoise(700, 128)));
    const shrunk = page.getByText(/Shrunk to \d+ ×/);
    await expect.poll(() => shrunk.textContent()).toMatch(/Shrunk to [34]\d\d ×/);
  });

  it('becomes a JPEG if that keeps it larger, and a JPEG stays one', async () => {
    const { page, choose } = await openImages();
    await choose.setInputFiles(toFile('noise.png', 'image/png', paintNoise(600)));
    await page.getByText('Turned into a JPEG').waitFor();
    await page.getByText('600 × 600,').waitFor();
    const photo = await encode(page, 900, 'image/jpeg', NOISE);
    expect(photo.length).toBeGreaterThan(512 * 1024);
    await choose.setInputFiles(toFile('photo.jpeg', 'image/jpeg', photo));
    await page.getByText(/Shrunk to [5-8]\d\d ×/).waitFor();
  });

  it('may be a WebP, also under another name; what the browser cannot draw, the service refuses', async () => {
    const { page, choose } = await openImages();
    const webp = await encode(page, 41, 'image/webp', DISC);
    for (const [name, type] of [
      ['logo.webp', 'image/webp'],
      ['logo.png', 'image/png'],
    ] as const) {
      // The page before says the same.
      const shown = page.waitForEvent('load');
      await choose.setInputFiles(toFile(name, type, webp));
      await shown;
      await page.getByText('Turned into a PNG').waitFor();
    }
    await choose.setInputFiles(toFile('photo.heic', 'image/heic', Buffer.from('....ftypheic')));
    await page.getByText('This is not a PNG, JPEG or SVG file.').waitFor();
    expect(await page.getByText('Turned into').count()).toBe(0);
    const small = paintPng(44, 44, (x) => [x, 9, 9]);
    await choose.setInputFiles(toFile('small.png', 'image/png', small));
    await page.getByText('44 × 44,').waitFor();
  });

  it('is shrunk in the form of a new code as well, which says so', async () => {
    const { page } = await chromium.signIn();
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.locator('details.part > summary', { hasText: 'Logo' }).click();
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/shrunk');
    const wide = paintPng(2_500, 1_250, () => [90, 9, 9]);
    await page.getByLabel('Upload a logo').setInputFiles(toFile('wide.png', 'image/png', wide));
    await page.getByText('Shrunk to 2048 × 1024').waitFor();
    await page.getByText('The logo covers').waitFor({ state: 'attached' });
    expect(await page.getByRole('textbox', { name: 'Web address' }).inputValue()).toBe(
      'https://example.com/shrunk',
    );
  });
});

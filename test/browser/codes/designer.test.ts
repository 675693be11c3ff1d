import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { paintPng } from '#harness/symbols/pictures.ts';
import { readSidewaysScroll } from '#harness/browser/check-page.ts';
import { checkAccessibility, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

/** Objects that a page has, and Node does not. */
interface DropTools {
  readonly document: { querySelector(selector: string): { dispatchEvent(event: object): void } };
  readonly DataTransfer: new () => { readonly items: { add(file: object): void } };
  readonly DragEvent: new (name: string, options: object) => object;
  readonly File: new (parts: string[], name: string) => object;
}

async function openParts(page: Page): Promise<void> {
  const closed = page.locator('details.part:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** How a person gives a new code its look. */
describe.runIf(inject('hasChromium'))('the designer of a new code', () => {
  const chromium = useDashboardInChromium('designer');

  async function open(options: Parameters<typeof chromium.signIn>[0] = {}) {
    const watched = await chromium.signIn(options);
    await watched.page.goto(`${chromium.dashboard.origin}/codes/new`);
    await watched.page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/design');
    await watched.page.getByAltText('Preview of the QR code').waitFor();
    return watched;
  }

  /** The same with every part of the look open, and the figures of the preview. */
  async function openWhole() {
    const watched = await open();
    await openParts(watched.page);
    await watched.page.getByText('Why?').click();
    return watched;
  }

  it('is used by keyboard: shapes by the arrow keys, each drawn at once and in the same place', async () => {
    const { page, faults } = await openWhole();
    const preview = page.getByAltText('Preview of the QR code');
    await page.getByRole('radio', { name: 'Squares' }).focus();
    const [square, place] = [await preview.getAttribute('src'), await preview.boundingBox()];
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Rounded' }).first().isChecked()).toBe(true);
    await page.getByText('Rounded modules instead of full squares.').waitFor();
    expect(await preview.getAttribute('src')).not.toBe(square);
    expect(await preview.boundingBox()).toEqual(place);
    await checkAccessibility(page);

    await page.getByRole('radio', { name: 'Leaf' }).check();
    await page.getByText('Eyes like leaves.').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    expect(faults).toEqual([]);
  });

  it('accepts colours as text, and fixes refused ones with one tap without leaving the page', async () => {
    const { page, faults } = await openWhole();
    const [dark, typed] = [page.getByLabel('Dark colour'), page.getByLabel('Dark as #rrggbb')];
    await typed.fill('0b3d91');
    expect(await dark.inputValue()).toBe('#0b3d91');
    await page.getByText('Scans less reliably').waitFor();
    await typed.fill('#zz');
    await typed.blur();
    expect(await typed.inputValue()).toBe('#0b3d91');
    await dark.fill('#102a5c');
    expect(await typed.inputValue()).toBe('#102a5c');

    await dark.fill('#0b3d91');
    await page.getByRole('button', { name: 'Darken the eyes to #021027' }).click();
    await page.getByText('Scans reliably').waitFor();
    const eyes = page.getByLabel('Colour of the eyes', { exact: true });
    expect([await eyes.inputValue(), await eyes.isVisible()]).toEqual(['#021027', true]);
    expect(await page.getByLabel('Give the eyes their own colour').isChecked()).toBe(true);

    // The server's refusal appears beside its field.
    await eyes.fill('#4070b0');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.locator('[id="style.eyes.color-error"]').waitFor();
    await page.locator('.design').getByRole('button', { name: 'Use the nearest colour that works' }).click();
    await page.locator('[id="style.eyes.color-error"]').waitFor({ state: 'detached' });
    expect(await page.locator('.design .fix').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('style.eyes.color');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    expect(faults).toEqual([]);
  });

  it('shows only the fields that have an effect', async () => {
    const { page } = await openWhole();
    const second = page.getByLabel('Second colour');
    const angle = page.getByLabel('Angle in degrees');
    const seen = async () => [await second.isVisible(), await angle.isVisible()];
    expect(await seen()).toEqual([false, false]);
    await page.getByRole('radio', { name: 'Gradient', exact: true }).check();
    expect(await seen()).toEqual([true, true]);
    await page.getByRole('radio', { name: 'Radial gradient' }).check();
    expect(await seen()).toEqual([true, false]);
  });

  it('has the preview and the button at the bottom of a phone: it opens, and covers no field that has the focus', async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const strip = page.getByRole('region', { name: 'Preview' });
    const create = strip.getByRole('button', { name: 'Create code' });
    const top = async () => (await strip.boundingBox())?.y ?? 0;
    const closed = await top();
    const tabs = (await page.getByRole('navigation').first().boundingBox())?.y ?? 0;
    expect(tabs - closed).toBeLessThan(120);
    const middle = Math.round(((await create.boundingBox())?.y ?? 0) + 10);
    expect(middle).toBeLessThan(tabs);
    expect(await page.evaluate(`document.elementFromPoint(340, ${middle}).textContent`)).toBe('Create code');
    expect(await page.getByText('Scans reliably').isVisible()).toBe(true);
    expect(await page.getByText('modules, error correction').isVisible()).toBe(false);
    await page.getByText('Colours', { exact: true }).click();
    // With the keyboard, from top to bottom.
    for (const label of ['Light as #rrggbb', 'Title (optional)', 'Tags (optional)']) {
      await page.getByLabel(label).focus();
      const field = await page.getByLabel(label).boundingBox();
      expect((field?.y ?? Infinity) + (field?.height ?? 0), label).toBeLessThanOrEqual(await top());
    }
    // A finger opens it, and closes it again.
    await page.getByText('Why?').tap();
    await page.getByText('modules, error correction').waitFor();
    expect(await top()).toBeLessThan(closed - 200);
    expect(await readSidewaysScroll(page)).toBe(0);
    await page.getByText('Why?').tap();
    await page.getByText('modules, error correction').waitFor({ state: 'hidden' });
    await create.tap();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
  });

  it('says in the row of each part what is chosen, keeps the open ones open, and starts from a finished design', async () => {
    const { page, faults } = await open();
    const row = (name: string) => page.locator('details.part > summary').filter({ hasText: name });
    await row('Shape').click();
    await page.getByRole('radio', { name: 'Dots' }).check();
    await row('Shape').getByText('Dots').waitFor();
    await page.getByText('Why?').click();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await row('Frame').getByText('Ribbon').waitFor();
    await row('Shape').getByText('Rounded').waitFor();
    expect(await page.getByRole('radio', { name: 'Dots' }).isVisible()).toBe(true);
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('menu');
    // A finished design scans well as it is.
    await page.getByText('Scans reliably').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    expect(faults).toEqual([]);
  });

  it('makes a code for a menu, with a logo and a frame, in five clicks from an empty form', async () => {
    const { page, faults } = await chromium.signIn({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    const design = page.getByRole('heading', { name: 'Design' });
    expect(((await design.boundingBox())?.y ?? Infinity) + 200).toBeLessThan(900);
    await page.getByRole('textbox', { name: 'Web address' }).click();
    await page.keyboard.type('https://example.com/menu');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/codes/**', async (route) => {
      if (route.request().postData()?.includes('use_design')) await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    // What somebody changed before the design is there would be lost.
    await page.locator('form[data-preview][inert]').waitFor();
    release();
    await page.locator('details.part > summary').filter({ hasText: 'Logo' }).click();
    const buffer = Buffer.from(paintPng(64, 64, (x, y) => [x * 4, y * 4, 90]));
    await page.getByLabel('Upload a logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.locator('img.symbol[src*="data%3Aimage%2Fpng"]').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    const { apiUrl, apiKey } = chromium.dashboard;
    const id = new URL(page.url()).pathname.replace('/codes/', '');
    const headers = { Authorization: `Bearer ${apiKey}` };
    const code: unknown = await (await fetch(`${apiUrl}/v1/qr/${id}`, { headers })).json();
    expect(code).toMatchObject({
      style: { frame: { text: 'See the menu' }, logo: { image: expect.any(String) } },
    });
    expect(faults).toEqual([]);
  });

  it('saves a look as a template, and starts from one, without leaving the page', async () => {
    const { page, faults } = await openWhole();
    await page.getByRole('radio', { name: 'Dots' }).check();
    await page.getByLabel('Name of the template').fill('Dotted');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('New codes can start from it.').waitFor();
    const template = page.getByLabel('Start from a template');
    expect(await page.getByRole('button', { name: 'Use it' }).isVisible()).toBe(false);
    await template.selectOption({ label: 'None: black squares on white' });
    await page.getByRole('radio', { name: 'Squares', checked: true }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('template');
    await template.selectOption({ label: 'Dotted' });
    await page.getByRole('radio', { name: 'Dots', checked: true }).waitFor();
    await page.getByText('Dots instead of full squares.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Web address' }).inputValue()).toBe(
      'https://example.com/design',
    );
    expect(faults).toEqual([]);
  });

  it('draws a logo as soon as it is chosen, and removes it', async () => {
    const { page, faults } = await openWhole();
    // A size that no other test of this account uploads.
    const buffer = Buffer.from(paintPng(56, 56, (x, y) => [x * 4, y * 4, 120]));
    await page
      .getByLabel('Upload a logo')
      .setInputFiles({ name: 'Blue 56.png', mimeType: 'image/png', buffer });
    await page.getByText('The logo covers').waitFor();
    const preview = page.getByAltText('Preview of the QR code');
    expect(await preview.getAttribute('src')).toContain('data%3Aimage%2Fpng');
    expect(await page.getByRole('textbox', { name: 'Web address' }).inputValue()).toBe(
      'https://example.com/design',
    );
    await checkAccessibility(page);
    await page.getByRole('radiogroup', { name: 'Logo' }).getByRole('radio', { name: 'None' }).check();
    await page.getByText('The logo covers').waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Blue 56.png' }).check();
    await page.getByText('The logo covers').waitFor();
    const text = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await page.getByLabel('Upload a logo').setInputFiles(text);
    await page.locator('#logo_file-error').waitFor();
    expect(await page.getByRole('radio', { name: 'Blue 56.png' }).isChecked()).toBe(true);
    // The browser reports each 422.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  it.each([true, false])('uploads images on their page; with the script: %s', async (javaScriptEnabled) => {
    const { page } = await chromium.signIn({ javaScriptEnabled });
    await page.goto(`${chromium.dashboard.origin}/codes/library`);
    const field = page.getByLabel('Upload an image');
    const side = javaScriptEnabled ? 40 : 41;
    const picture = Buffer.from(paintPng(side, side, (x) => [x * 4, 20, 20]));
    const choose = (name: string, buffer: Buffer) =>
      field.setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('logo.png', picture);
    const button = page
      .locator('form[action$="/images"]')
      .getByRole('button', { name: 'Upload', exact: true });
    expect(await button.isVisible()).toBe(!javaScriptEnabled);
    if (!javaScriptEnabled) await button.click();
    await page.getByText('The image was stored.').waitFor();
    await page.getByText(`${side} × ${side}`).waitFor();
    if (!javaScriptEnabled) return;
    await choose('large.png', Buffer.alloc(600 * 1024));
    await page.getByText('“large.png” has 600 KiB: at most 512 KiB are allowed.').waitFor();
    // Dropped beside the field, not onto it.
    await page.evaluate(() => {
      const { document, DataTransfer, DragEvent, File } = globalThis as unknown as DropTools;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['no picture'], 'note.txt'));
      document
        .querySelector('#logo_file-hint')
        .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.locator('#logo_file-error').waitFor();
    await checkAccessibility(page);
  });

  it('works without a script: colours, shapes and their fixes', async () => {
    const { page } = await chromium.signIn({ javaScriptEnabled: false });
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await openParts(page);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/plain');
    await page.getByRole('radio', { name: 'Dots' }).check();
    await page.getByLabel('Dark colour').fill('#0b3d91');
    expect(await page.getByLabel('Dark as #rrggbb').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText('Scans less reliably').waitFor();
    await page.getByRole('button', { name: 'Darken the eyes' }).click();
    await page.getByText('Scans reliably').waitFor();
    await openParts(page);
    expect(await page.getByRole('radio', { name: 'Dots' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
  });
});

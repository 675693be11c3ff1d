import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { makePdf } from '#harness/data/files.ts';
import { readSidewaysScroll } from '#harness/browser/check-page.ts';
import { checkAccessibility, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const toFile = (name: string, mimeType: string, bytes: Uint8Array) => ({
  ...{ name, mimeType },
  buffer: Buffer.from(bytes),
});
const toPdf = (name: string, bytes = 0) => toFile(name, 'application/pdf', makePdf('Soup', bytes));

describe.runIf(inject('hasChromium'))('a file that is uploaded', () => {
  const chromium = useDashboardInChromium('uploads');

  async function open(path: string, options: Parameters<typeof chromium.signIn>[0] = PHONE) {
    const watched = await chromium.signIn(options);
    const { page } = watched;
    await page.goto(chromium.dashboard.origin + path);
    return {
      ...watched,
      choose: page.getByLabel('Upload a file'),
      tile: (name: string) => page.getByRole('radio', { name, exact: true }),
    };
  }

  /** Half a megabyte takes two minutes, until somebody speeds it up: so a busy machine has the time for what comes meanwhile. */
  async function slowDown(page: Page) {
    const devTools = await page.context().newCDPSession(page);
    const set = (offline: boolean, uploadThroughput: number) =>
      devTools.send('Network.emulateNetworkConditions', {
        ...{ offline, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      });
    await set(false, 4_000);
    return set;
  }

  it('is on its way with its progress, while the form is filled in and sent', async () => {
    const { page, choose, faults } = await open('/codes/new?type=file');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const setSpeed = await slowDown(page);
    await page.evaluate(`(() => {
      window.seen = [];
      new MutationObserver(() => seen.push(document.querySelector('.sending span').textContent)).observe(
        document.querySelector('.sending'), { subtree: true, childList: true });
    })()`);
    await choose.setInputFiles(toPdf('Menü.pdf', 500_000));
    await page.getByRole('progressbar', { name: 'Progress of the upload' }).waitFor();
    await page.getByText('Uploading “Menü.pdf”, 489 KiB…').waitFor();
    expect(await readSidewaysScroll(page)).toBe(0);
    await checkAccessibility(page);
    await page.getByLabel('Title').fill('Typed meanwhile');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.locator('button[aria-busy="true"]').waitFor();
    expect(page.url()).toContain('/codes/new');
    // More than nothing, and less than everything.
    await expect.poll(() => page.evaluate('seen')).toContainEqual(expect.stringMatching(/^[1-9]\d?%$/));
    await setSpeed(false, -1);
    await page.waitForURL(/\/codes\/qr_\w{8}/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Typed meanwhile');
    await page.locator('.leads-to a', { hasText: 'Menü.pdf' }).first().waitFor();
    expect(sent.filter((path) => path !== '/codes/preview')).toEqual([
      '/codes/library/files/upload',
      '/codes',
    ]);
    expect(faults).toEqual([]);
  });

  it('is sent again with a tap after the connection broke off, and nothing that was typed is lost', async () => {
    const { page, choose, tile } = await open('/codes/new?type=file');
    await page.getByLabel('Title').fill('Typed before');
    const setSpeed = await slowDown(page);
    await choose.setInputFiles(toPdf('Menu.pdf', 500_000));
    await page.locator('.sending progress').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await setSpeed(true, -1);
    await page.getByText('The connection broke off, so “Menu.pdf” was not uploaded.').waitFor();
    expect(await page.locator('.sending').isVisible()).toBe(false);
    expect(await page.locator('button[aria-busy="true"]').count()).toBe(0);
    await setSpeed(false, -1);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await page.getByText('“Menu.pdf” was uploaded.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
    expect(await tile('Menu.pdf').isChecked()).toBe(true);
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed before');
    expect(page.url()).toContain('/codes/new');
  });

  it('is taken for lost after a minute in which nothing went', async () => {
    const { page, choose } = await open('/codes/new?type=file');
    await page.clock.install();
    await page.goto(`${chromium.dashboard.origin}/codes/new?type=file`);
    await page.route('**/codes/library/files/upload', () => undefined);
    await choose.setInputFiles(toPdf('Menu.pdf', 500_000));
    await page.locator('.sending progress').waitFor();
    await page.clock.fastForward(59_000);
    expect(await page.getByText('The connection broke off').count()).toBe(0);
    await page.clock.fastForward(60_000);
    await page.getByText('The connection broke off').waitFor();
  });

  it('makes room for another one that is chosen meanwhile', async () => {
    const { page, choose, tile } = await open('/codes/new?type=file');
    const setSpeed = await slowDown(page);
    await choose.setInputFiles(toPdf('Wrong.pdf', 500_000));
    await page.locator('.sending progress').waitFor();
    await choose.setInputFiles(toPdf('Right.pdf', 400_000));
    await page.getByText('Uploading “Right.pdf”').waitFor();
    await setSpeed(false, -1);
    await page.getByText('“Right.pdf” was uploaded.').waitFor();
    expect(await tile('Wrong.pdf').count()).toBe(0);
  });

  it('is refused before it is sent if it is too large or of another kind, and after that by its bytes', async () => {
    const { page, choose } = await open('/codes/new?type=file');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/codes/library/files/upload')) sent++;
    });
    await choose.setInputFiles(toPdf('Large.pdf', 21 * 1024 * 1024));
    await page.getByText('“Large.pdf” has 21 MiB: at most 20 MiB are allowed.').waitFor();
    await choose.setInputFiles(toFile('Menu.docx', 'application/msword', new Uint8Array(9)));
    await page.getByText('“Menu.docx” is not a PDF, PNG or JPEG file.').waitFor();
    expect(sent).toBe(0);
    // The answer comes long before the end.
    await choose.setInputFiles(toFile('Fake.pdf', 'application/pdf', new Uint8Array(15_000_000)));
    await page.getByText('This is not a PDF, PNG or JPEG file.').waitFor();
    expect(sent).toBe(1);
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
    await choose.setInputFiles(toPdf('Menu.pdf'));
    await page.getByText('“Menu.pdf” was uploaded.').waitFor();
  });

  it.each([true, false])(
    'is kept on the page of the files; with the script: %s',
    async (javaScriptEnabled) => {
      const { page, choose } = await open('/codes/library', { javaScriptEnabled });
      const name = javaScriptEnabled ? 'Scripted.pdf' : 'Plain.pdf';
      const button = page
        .locator('form[action$="/files"]')
        .getByRole('button', { name: 'Upload', exact: true });
      expect(await button.isVisible()).toBe(!javaScriptEnabled);
      await choose.setInputFiles(toPdf(name));
      if (!javaScriptEnabled) await button.click();
      await page.getByText('The file was stored.').waitFor();
      const row = page.getByRole('listitem').filter({ hasText: name });
      await row.getByText('No code opens it.', { exact: true }).waitFor();
      await row.getByRole('link', { name: 'Create a code' }).click();
      expect(await page.locator('#file .tile:has(:checked)').textContent()).toBe(name);
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.waitForURL(/\/codes\/qr_\w{8}/);
      await page.goto(`${chromium.dashboard.origin}/codes/library`);
      await row.getByText('Used by').waitFor();
    },
  );

  it('is dropped on the page of a code, which opens it at once', async () => {
    const { page, choose } = await open('/codes/new?type=file', {});
    await choose.setInputFiles(toPdf('Spring.pdf'));
    await page.getByText('“Spring.pdf” was uploaded.').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}/);
    await page.getByText('Change file').click();
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['%PDF-1.4\\n%%EOF\\n'], 'Summer.pdf', { type: 'application/pdf' }));
      document.querySelector('#file_upload-hint')
        .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await page.locator('#edit').getByText('“Summer.pdf” was uploaded.').waitFor();
    await page.locator('#edit').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('.leads-to .now a').textContent()).toContain('Summer.pdf');
  });
});

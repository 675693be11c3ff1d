import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser, launchOptions } from '#harness/browser/chromium.ts';
import { makePdf } from '#harness/data/files.ts';
import { findFreePort } from '#harness/node/free-port.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { disableCode, enableCode, findCode } from '#scripts/support/operate.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import { type LocalService, startLocalService } from '#scripts/support/local/service.ts';

/** A restaurant puts its menu behind a code, prints it, and later puts another menu behind it. */

const stateDir = mkdtempSync(join(tmpdir(), 'qr-files-'));
let service: LocalService;
if (findBrowser() === null)
  console.warn('Not tested: that Chromium opens a PDF, because it is not installed.');
beforeAll(async () => {
  service = await startLocalService({ port: await findFreePort(), stateDir });
});
afterAll(async () => {
  await service?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(service.apiUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${service.apiKey}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return response;
}

const post = async <T>(path: string, body: object): Promise<T> =>
  (await send('POST', path, JSON.stringify(body))).json();

interface File {
  readonly id: string;
  readonly url: string;
  readonly bytes: number;
}

async function upload(pdf: Uint8Array<ArrayBuffer>, name: string): Promise<File> {
  const response = await send('POST', '/v1/files', pdf, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  return response.json() as Promise<File>;
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const SPRING = makePdf('Asparagus 19 EUR', 3_000_000);
const SUMMER = makePdf('Gazpacho 12 EUR', 2_000_000);
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

it('uploads its menu, prints a table tent, replaces the menu, and a scan opens the new one', async () => {
  const spring = await upload(SPRING, 'Frühlingskarte.pdf');
  const logo = (await (
    await send('POST', '/v1/images', discPng(200), { 'Content-Type': 'image/png' })
  ).json()) as { id: string };
  const code = await post<{ id: string; short_url: string }>('/v1/qr', {
    ...{ type: 'file', dynamic: true, target: spring.id, title: 'Menu' },
    style: { logo: { image: logo.id }, frame: { kind: 'label_bottom', text: 'MENU' } },
  });
  const tent = await send(
    'POST',
    '/v1/sheets',
    JSON.stringify({ ids: [code.id], template: 'table_tent', headline: 'See our menu' }),
  );
  expect(tent.headers.get('Content-Type')).toBe('application/pdf');
  expect((await bytesOf(tent)).toString('latin1', 0, 5)).toBe('%PDF-');

  const scan = () => fetch(code.short_url, { headers: { 'User-Agent': PHONE } });
  const first = await scan();
  expect(first.url).toBe(spring.url);
  // Not toEqual: it takes seconds for millions of bytes, and meanwhile nobody sees that the server closes an idle connection.
  expect((await bytesOf(first)).equals(SPRING)).toBe(true);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Fr_hlingskarte.pdf"; filename*=UTF-8''Fr%C3%BChlingskarte.pdf`,
    'x-content-type-options': 'nosniff',
  });

  const summer = await upload(SUMMER, 'Sommerkarte.pdf');
  await send('PATCH', `/v1/qr/${code.id}`, JSON.stringify({ target: summer.id }));
  const second = await scan();
  expect(second.url).toBe(summer.url);
  expect((await bytesOf(second)).equals(SUMMER)).toBe(true);
  const part = await fetch(summer.url, { headers: { Range: 'bytes=0-7' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF-1.4']);
  // The change can be undone: the first menu is still there.
  expect((await fetch(spring.url)).status).toBe(200);
  const stats = await send('GET', `/v1/qr/${code.id}/stats`);
  expect(await stats.json()).toMatchObject({ total_scans: 2 });

  // After a report, the operator takes the code and its file away, whoever has which address.
  await using place = openLocalDatabase(join(stateDir, 'state'));
  const codeId = await findCode(place, code.id);
  await disableCode(place, codeId, { disabledFor: 'abuse', reason: 'a test' });
  expect([(await scan()).status, (await fetch(summer.url)).status]).toEqual([403, 403]);
  await enableCode(place, codeId);
  expect((await scan()).url).toBe(summer.url);
});

it.runIf(findBrowser() !== null)('is opened by Chromium on the screen of a phone', async () => {
  const { id } = await upload(makePdf('Asparagus 19 EUR', 30_000), 'Karte.pdf');
  const code = await post<{ short_url: string }>('/v1/qr', { type: 'file', dynamic: true, target: id });
  // The headless shell has no viewer.
  const browser = await chromium.launch(launchOptions());
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
    const page = await context.newPage();
    let downloads = 0;
    page.on('download', () => downloads++);
    await page.goto(code.short_url);
    expect(page.url()).toMatch(/\/Karte\.pdf$/);
    expect(await page.evaluate('document.contentType')).toBe('application/pdf');
    const listViewers = () => page.frames().filter((frame) => frame.url().startsWith('chrome-extension:'));
    await expect.poll(() => listViewers().length, { timeout: 60_000 }).toBe(1);
    expect(downloads).toBe(0);
  } finally {
    await browser.close();
  }
});

it('asks for the size of what comes without one, and keeps nothing of an upload that breaks off at 99 %', async () => {
  const list = async () => (await (await send('GET', '/v1/files')).json()) as { data: File[] };
  const before = await list();
  const used = async () => {
    const response = await send('GET', '/v1/usage');
    const usage: { quotas: { file_bytes: { used: number } } } = await response.json();
    return usage.quotas.file_bytes.used;
  };
  const usedBefore = await used();
  const open = (headers: Record<string, string>) =>
    openRequest(`${service.apiUrl}/v1/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/pdf', ...headers },
    });
  const chunked = open({ 'Transfer-Encoding': 'chunked' });
  chunked.end(Buffer.from(SUMMER.slice(0, 1000)));
  const [response] = (await once(chunked, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(411);

  const cut = open({ 'Content-Length': String(SPRING.length) });
  cut.on('error', () => undefined);
  await new Promise((sent) =>
    cut.write(Buffer.from(SPRING.slice(0, Math.floor(SPRING.length * 0.99))), sent),
  );
  cut.destroy();
  await expect.poll(used, { timeout: 20_000 }).toBe(usedBefore);
  expect(await list()).toEqual(before);
});

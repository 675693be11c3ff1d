import { describe, expect, inject, it } from 'vitest';
import { openPage } from '#harness/browser/chromium.ts';
import {
  checkAccessibility,
  checkWidth,
  useDashboardInChromium,
} from '#harness/browser/dashboard-in-chromium.ts';
import { SCHEMES, SCREENS } from '#harness/browser/pictures.ts';
import { discPng } from '#harness/symbols/pictures.ts';

/** A page is one response of at most this many bytes, and the logo. */
const MAX_BYTES = 12 * 1024;

const WIFI = { ssid: 'Guests', password: 'espresso42' };
const CONTACT = { first_name: 'Ada', last_name: 'Lovelace', phone: '+49 30 123456' };
const EVENT = { title: 'Opening night', starts_at: '2027-03-01T19:00', time_zone: 'Europe/Berlin' };

/** What a guest opens, with the one thing that the page is for. */
const PAGES: readonly {
  readonly name: string;
  readonly code: object;
  readonly action?: { readonly role: 'button' | 'link'; readonly name: string };
  readonly path?: string;
}[] = [
  {
    name: 'Wi-Fi',
    code: { type: 'wifi', content: WIFI },
    action: { role: 'button', name: 'Copy password' },
  },
  {
    name: 'a contact',
    code: { type: 'vcard', content: CONTACT },
    action: { role: 'link', name: 'Save contact' },
  },
  {
    name: 'an event',
    code: { type: 'event', content: EVENT },
    action: { role: 'link', name: 'Add to calendar' },
  },
  {
    name: 'a text',
    code: { type: 'text', target: 'Back at two.' },
    action: { role: 'button', name: 'Copy text' },
  },
  {
    name: 'a password',
    code: { target: 'https://example.com', password: 'open sesame' },
    action: { role: 'button', name: 'Open' },
  },
  { name: 'a pause', code: { target: 'https://example.com', paused: true } },
  { name: 'an end', code: { target: 'https://example.com', ends_at: '2026-01-01T00:00:00Z' } },
  { name: 'what it leads to', code: { target: 'https://example.com/menu' }, path: '+' },
];

describe.runIf(inject('hasChromium'))('the pages that a guest opens', () => {
  const chromium = useDashboardInChromium('guest');

  async function send<T>(method: string, path: string, body: object): Promise<T> {
    const { apiUrl, apiKey } = chromium.dashboard;
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': isBytes ? 'image/png' : 'application/json',
      },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    expect(response.ok, `${method} ${path}: ${await response.clone().text()}`).toBe(true);
    return response.json() as Promise<T>;
  }

  it.each(PAGES)(
    'show $name with the brand, in one small response, on each screen',
    async ({ code, action, path = '' }) => {
      const { id: logo } = await send<{ id: string }>('POST', '/v1/images', discPng(64));
      await send('PATCH', '/v1/account', { brand: { name: 'Bella Fig', color: '#b8336a', logo } });
      const { short_url: url } = await send<{ short_url: string }>('POST', '/v1/qr', {
        dynamic: true,
        ...code,
      });
      for (const colorScheme of ['light', 'dark'] as const)
        for (const viewport of [SCREENS.phone, SCREENS.desktop]) {
          const { page, faults } = await openPage(chromium.browser, chromium.dashboard.origin, {
            ...SCHEMES[colorScheme],
            viewport,
          });
          const asked: string[] = [];
          page.on('request', (request) => asked.push(new URL(request.url()).pathname));
          const response = await page.goto(url + path);
          expect((await response?.body())?.length).toBeLessThanOrEqual(MAX_BYTES);
          await page.getByText('for Bella Fig').waitFor();
          if (action) {
            const box = await page.getByRole(action.role, { name: action.name }).first().boundingBox();
            expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(viewport.height);
          }
          await checkWidth(page);
          await checkAccessibility(page);
          expect([asked.length, asked.filter((one) => one.endsWith('.png')).length]).toEqual([2, 1]);
          expect(faults).toEqual([]);
          await page.context().close();
        }
    },
  );
});

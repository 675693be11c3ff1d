import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type RequestOptions, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readText } from '#harness/worker/page.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const IN_TOKYO = { cf: { timezone: 'Asia/Tokyo' } };

let api: ApiClient;
let browser: SignedInClient;
let pages: string[];
beforeEach(async () => {
  const app = createApp({ nowMs: () => NOW });
  api = await createClient({ app });
  browser = await signIn({ accountId: api.accountId, app });
  const { id } = await create(api, { dynamic: true });
  pages = ['/overview', '/analytics', `/codes/${id}`, `/codes/${id}/analytics`];
});

/** The zone that each page with scans names. */
async function readZones(options?: RequestOptions): Promise<string[]> {
  const found = new Set<string>();
  for (const page of pages) {
    const text = await readText(await browser.get(page, options));
    found.add(/(?:Days are in the time zone|Time zone:) ([\w/]+)[.;]/.exec(text)?.[1] ?? 'none');
  }
  return [...found];
}

const choose = (query: string, options?: RequestOptions) =>
  browser.get(`/overview?chosen=1&${query}`, options);

describe('the time zone of a page with scans', () => {
  it('is that of the address, else the chosen one, else that of the browser, else that of the network, else UTC', async () => {
    expect(await readZones()).toEqual(['UTC']);
    expect(await readZones(IN_TOKYO)).toEqual(['Asia/Tokyo']);
    browser.cookies.set('__Host-browser_zone', 'Europe%2FBerlin');
    expect(await readZones(IN_TOKYO)).toEqual(['Europe/Berlin']);
    await choose('tz=America/New_York');
    expect(await readZones(IN_TOKYO)).toEqual(['America/New_York']);
    const asked = await readText(await browser.get('/overview?tz=utc', IN_TOKYO));
    expect(asked).toContain('Time zone: UTC.');
    // A zone that is used once does not become the usual one.
    expect(await readZones(IN_TOKYO)).toEqual(['America/New_York']);
  });

  it('is told to the script while it is a guess, and only then', async () => {
    const readGuess = async (path: string, options?: RequestOptions) =>
      /<html[^>]* data-guessed-zone="([^"]*)"/.exec(await (await browser.get(path, options)).text())?.[1];
    for (const page of pages) {
      expect(await readGuess(page), page).toBe('UTC');
      expect(await readGuess(page, IN_TOKYO), page).toBe('Asia/Tokyo');
    }
    expect(await readGuess('/overview?tz=UTC')).toBeUndefined();
    expect(await readGuess('/settings')).toBeUndefined();
    browser.cookies.set('__Host-browser_zone', 'Europe%2FBerlin');
    expect(await readGuess('/overview', IN_TOKYO)).toBeUndefined();
  });

  it.each(['', 'Mars/Olympus', '%00', 'a'.repeat(65), '%3Cscript%3E', '%E0%A4%A', '+02:00'])(
    'is never an unknown zone: %s',
    async (value) => {
      browser.cookies.set('__Host-browser_zone', value);
      browser.cookies.set('__Host-zone', value);
      const overview = await browser.get('/overview', { cf: { timezone: value } });
      expect(await readText(overview)).toContain('Time zone: UTC.');
    },
  );

  it('is remembered only by the form, for a year, where only this host can read it', async () => {
    const response = await choose('tz=Asia/Dhaka&from=2026-11-01&to=2026-11-05');
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe('/overview?tz=Asia%2FDhaka&from=2026-11-01&to=2026-11-05');
    expect(response.headers.get('Set-Cookie')).toBe(
      '__Host-zone=Asia%2FDhaka; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    for (const [query, options] of [
      ['tz=Mars/Olympus', {}],
      ['tz=Asia/Tokyo', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ] as const)
      expect((await choose(query, options)).headers.get('Set-Cookie')).toBeNull();
    expect(await readZones()).toEqual(['Asia/Dhaka']);
  });

  it('is that of the device again if the field is left empty, or names it', async () => {
    for (const query of ['tz=', 'tz=Asia/Tokyo']) {
      await choose('tz=Asia/Dhaka');
      const response = await choose(query, IN_TOKYO);
      expect(response.headers.get('Location')).toBe(
        query === 'tz=' ? '/overview' : '/overview?tz=Asia%2FTokyo',
      );
      expect(await readZones(IN_TOKYO)).toEqual(['Asia/Tokyo']);
    }
  });

  it('keeps the name of a range if its days were left unchanged', async () => {
    const days = 'range=last_7_days&was_from=2026-11-15&was_to=2026-11-21&to=2026-11-21';
    const read = async (from: string) =>
      (await choose(`${days}&from=${from}&tz=UTC`)).headers.get('Location');
    expect(await read('2026-11-15')).toBe('/overview?range=last_7_days&tz=UTC');
    expect(await read('2026-11-16')).toBe('/overview?to=2026-11-21&from=2026-11-16&tz=UTC');
  });

  it('does not come from the network over plain http, where there is no edge', async () => {
    const cookie = `session=${browser.cookies.get('__Host-session')}`;
    const read = async (headers: Record<string, string>) => {
      const request = new Request('http://localhost/overview', { headers, ...IN_TOKYO });
      return readText(await browser.app.fetch(request, env, createExecutionContext()));
    };
    expect(await read({ Cookie: cookie })).toContain('Time zone: UTC.');
    const known = await read({ Cookie: `${cookie}; browser_zone=Europe/Berlin` });
    expect(known).toContain('Time zone: Europe/Berlin.');
  });

  it('is only on pages that nobody caches', async () => {
    for (const page of pages) {
      const { headers } = await browser.get(page);
      expect(headers.get('Cache-Control'), page).toMatch(/no-store/);
      expect(headers.get('ETag'), page).toBeNull();
    }
  });
});

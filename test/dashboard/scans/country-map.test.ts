import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { listSteps } from '#dashboard/scans/map/country-map.tsx';
import { focusOn } from '#dashboard/scans/map/map-frame.ts';
import { WORLD_MAP } from '#dashboard/scans/map/world.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { D1 } from '#harness/worker/scan-backends.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

let api: ApiClient;
let browser: SignedInClient;
let codeId: CodeId;
let path: string;
beforeAll(async () => {
  api = await createClient({ appOptions: { nowMs: () => NOW } });
  browser = await signIn({ accountId: api.accountId, appOptions: { nowMs: () => NOW } });
});

beforeEach(async () => {
  const { id } = await create(api, { dynamic: true, title: 'Menu' });
  codeId = parsePublicId(id)!;
  path = `/codes/${id}/analytics`;
});

const record = (countries: readonly (string | null)[]) =>
  D1.record(
    codeId,
    countries.map((country) => ({ atMs: NOW, country })),
  );
const times = (count: number, country: string | null) => Array.from({ length: count }, () => country);
const read = async (query = '') => (await browser.get(path + query)).text();

/** The figure and its parts, in drawing order. */
function readMap(html: string) {
  const figure = /<figure class="world-map".*?<\/figure>/s.exec(html)?.[0] ?? '';
  const countries = [
    ...figure.matchAll(
      /<a href="([^"]+)" tabindex="-1"><title>([^<]+)<\/title><use href="([^"#]+)#([^"]+)" fill="var\(--heat-(\d)\)">/g,
    ),
  ].map(([, href = '', title = '', file, code = '', step]) => ({
    href,
    title,
    file,
    code,
    step: Number(step),
  }));
  return { figure, countries };
}

describe('the map of countries', () => {
  it('has the figures of the interface, and the links of the table', async () => {
    await record([...times(10, 'DE'), ...times(4, 'FR'), ...times(2, 'SG'), 'MT', 'XK']);
    const html = await read('?range=last_7_days');
    const { countries } = readMap(html);
    const response = await api.request('GET', `/v1/qr/qr_${codeId}/stats?range=last_7_days&include=country`);
    const { by_country: byCountry } = await response.json<{
      by_country: { country: string; scans: number }[];
    }>();
    const names: Record<string, string> = {
      DE: 'Germany',
      FR: 'France',
      SG: 'Singapore',
      MT: 'Malta',
      XK: 'Kosovo',
    };
    expect(countries.map(({ code, title }) => [code, title]).toSorted()).toEqual(
      byCountry
        .map(({ country, scans }) => [
          country,
          `${names[country]}: ${scans} ${scans === 1 ? 'scan' : 'scans'}, ${Math.round((scans / 18) * 100)}%`,
        ])
        .toSorted(),
    );
    for (const { href, file } of countries) {
      expect(file).toBe(WORLD_MAP.path);
      // Once on the map and once in the table.
      expect(html.split(`href="${href}"`)).toHaveLength(3);
    }
    expect(Object.fromEntries(countries.map(({ code, step }) => [code, step]))).toEqual({
      DE: 5,
      FR: 4,
      SG: 3,
      MT: 2,
      XK: 2,
    });
    // Dots are drawn on top of shapes.
    expect(countries.map(({ code }) => code)).toEqual(['DE', 'FR', 'MT', 'SG', 'XK']);
  });

  it('explains its colours, and names what is not on it', async () => {
    await record([...times(10, 'DE'), ...times(3, null), 'T1', 'FR']);
    const text = readMap(await read())
      .figure.replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain(' 1 scan 10 scans ');
    expect(text).toContain('Not on the map: 4 scans whose country is not known or not on it.');
  });

  it('says that countries beyond the fiftieth are not on it', async () => {
    const codes = WORLD_MAP.shapes.split(' ').slice(0, 53);
    await record(codes.flatMap((code, i) => times(i < 50 ? 2 : 1, code)));
    const { figure, countries } = readMap(await read());
    expect(countries).toHaveLength(50);
    expect(figure).toContain('Not on the map: 3 scans whose country is not listed by name.');
  });

  it('is one country if the scans are filtered by it, and absent if none match or another list is shown', async () => {
    await record(['DE', 'FR']);
    expect(readMap(await read('?filter=country:FR')).countries.map(({ code }) => code)).toEqual(['FR']);
    for (const query of ['?by=city', '?filter=os:Windows', '?from=2026-01-01&to=2026-01-02'])
      expect(await read(query), query).not.toContain('world-map');
  });

  it('leaves out everything that is not a country', async () => {
    await record([...times(2, 'DE'), `"><script>alert(1)</script>`, 'land', '__proto__', 'other']);
    const { figure, countries } = readMap(await read());
    expect(countries.map(({ code }) => code)).toEqual(['DE']);
    expect(figure).not.toContain('script');
    expect(figure).toContain('Not on the map: 4 scans');
  });

  it('is hidden from screen readers, with no stop for the keyboard', async () => {
    await record(['DE']);
    const { figure } = readMap(await read());
    expect(figure).toMatch(/^<figure class="world-map" aria-hidden="true">/);
    expect(figure.match(/<a /g)).toHaveLength(figure.match(/<a [^>]*tabindex="-1"/g)?.length ?? 0);
  });
});

describe('the steps of colour', () => {
  it.each([
    [
      [747, 12, 9, 5, 4, 3, 2, 2, 1, 1],
      [
        [1, 1, 1],
        [2, 2, 2],
        [3, 3, 4],
        [4, 5, 9],
        [5, 12, 747],
      ],
    ],
    [[7], [[5, 7, 7]]],
    [[3, 3, 3], [[5, 3, 3]]],
    [
      [1, 2],
      [
        [3, 1, 1],
        [5, 2, 2],
      ],
    ],
    [[], []],
  ])('of %j have about as many countries each, and no number twice', (scans, expected) => {
    expect(listSteps(scans).map(({ step, from, to }) => [step, from, to])).toEqual(expected);
  });
});

describe('the frame of the map', () => {
  const has = (html: string) => [
    /<g class="focus" transform="matrix\(/.test(html),
    html.includes('Whole world'),
  ];

  it('shows where the scans are, and the whole world on request', async () => {
    await record(['DE', 'FR', 'CH']);
    expect(has(await read())).toEqual([true, true]);
    await record(['US', 'AU']);
    expect(has(await read())).toEqual([false, false]);
  });

  it.each([['DE'], ['MT'], ['US', 'MX'], ['NZ'], ['RU'], ['CL', 'AR']])('contains %s %s', (...codes) => {
    const [scale = 1, , , , dx = 0, dy = 0] = (focusOn(codes) ?? 'matrix(1 0 0 1 0 0)')
      .match(/-?[\d.]+/g)!
      .map(Number);
    const [x = 0, y = 0, width = 0, height = 0] = WORLD_MAP.viewBox.split(' ').map(Number);
    const all = `${WORLD_MAP.shapes} ${WORLD_MAP.dots}`.split(' ');
    for (const code of codes) {
      const box = WORLD_MAP.places.split(',')[all.indexOf(code)]!.split(' ').map(Number);
      const [left, top] = [box[0]! * scale + dx, box[1]! * scale + dy];
      expect(left).toBeGreaterThanOrEqual(x);
      expect(left + (box[2] ?? 0) * scale).toBeLessThanOrEqual(x + width);
      expect(top).toBeGreaterThanOrEqual(y);
      expect(top + (box[3] ?? 0) * scale).toBeLessThanOrEqual(y + height);
    }
  });
});

import { DAY_MS } from '#core/utc-day.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** The codes of a fictional chain of cafés, as it would send them to `PUT /v1/qr/bulk`. All have the tag `demo`. */

export const DEMO_TAG = 'demo';

/** When people scan a code: at meals, on the way, in the evening, or at any time of the day. */
export type Habit = 'meals' | 'commute' | 'evening' | 'any';

export interface DemoCode {
  readonly body: Readonly<Record<string, unknown>> & { readonly external_id: string };
  /** Null for a static code, whose scans nobody counts. */
  readonly scans: {
    readonly habit: Habit;
    /** The code's share of all scans, relative to the others. */
    readonly weight: number;
    /** The scans of the last day divided by those of the first, 90 days before. */
    readonly growth: number;
    readonly city: DemoCity;
    /** The variants that scans are led to, with their shares. */
    readonly variants: readonly (readonly [name: string, share: number])[];
  } | null;
}

/** A city and its region, as Cloudflare names them, with the country and the most common phone language there. */
interface DemoCity {
  readonly name: string;
  readonly region: string;
  readonly country: string;
  readonly language: string;
}

const CITIES: readonly DemoCity[] = [
  { name: 'Berlin', region: 'State of Berlin', country: 'DE', language: 'de' },
  { name: 'Hamburg', region: 'Hamburg', country: 'DE', language: 'de' },
  { name: 'Vienna', region: 'Vienna', country: 'AT', language: 'de' },
  { name: 'Zurich', region: 'Zurich', country: 'CH', language: 'de' },
  { name: 'Paris', region: 'Île-de-France', country: 'FR', language: 'fr' },
  { name: 'Lisbon', region: 'Lisbon', country: 'PT', language: 'pt' },
  { name: 'London', region: 'England', country: 'GB', language: 'en' },
  { name: 'Amsterdam', region: 'North Holland', country: 'NL', language: 'nl' },
  { name: 'Madrid', region: 'Madrid', country: 'ES', language: 'es' },
  { name: 'Chicago', region: 'Illinois', country: 'US', language: 'en' },
];

const PRODUCTS = [
  'Fig jam',
  'Espresso',
  'Oat bar',
  'Cold brew',
  'Almond cake',
  'Olive oil',
  'House tea',
  'Granola',
];
const POSTERS = ['Summer menu', 'Brunch', 'Now hiring', 'Live music'];

/** Four looks, so that the list shows what styles do. */
const LOOKS = [
  {},
  { color: { dark: '#14532d', light: '#ffffff' }, style: { modules: 'rounded', eyes: { shape: 'rounded' } } },
  { color: { dark: '#1e1b4b', light: '#ffffff' }, style: { modules: 'dot', eyes: { shape: 'leaf' } } },
  { style: { modules: 'classy', gradient: { from: '#7c2d12', to: '#1e1b4b', angle: 45 } } },
] as const;

/**
 * 200 codes: 80 menus, 40 posters, 64 packs, 10 campaigns with scan rules or limits, and 6 static ones. They are shuffled, as if created
 * over time.
 */
export function planDemoCodes(nowMs: number): DemoCode[] {
  const random = seededRandom(2);
  return [...planMenus(), ...planPosters(), ...planPacks(), ...planCampaigns(nowMs), ...planStatic()]
    .map((code) => ({ code, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ code }) => code);
}

function planMenus(): DemoCode[] {
  return CITIES.flatMap((city, i) =>
    Array.from({ length: 8 }, (_, table) =>
      toCode(`menu-${slugOf(city.name)}-${table + 1}`, {
        title: `Menu, ${city.name}, table ${table + 1}`,
        tags: ['menus', city.name],
        look: i,
        scans: { habit: 'meals', weight: 30 / (i + 1) / (table + 1), growth: i % 3 === 0 ? 1.6 : 1, city },
      }),
    ),
  );
}

function planPosters(): DemoCode[] {
  return POSTERS.flatMap((poster, i) =>
    CITIES.map((city, j) =>
      toCode(`poster-${slugOf(poster)}-${slugOf(city.name)}`, {
        title: `Poster: ${poster}, ${city.name}`,
        tags: ['posters', city.name],
        look: i + 1,
        // The summer is over, and the cafés are hiring.
        scans: { habit: 'commute', weight: 16 / (j + 2), growth: [0.15, 1, 3, 1.2][i] ?? 1, city },
      }),
    ),
  );
}

function planPacks(): DemoCode[] {
  return PRODUCTS.flatMap((product, i) =>
    CITIES.slice(0, 8).map((city, j) =>
      toCode(`pack-${slugOf(product)}-${city.country.toLowerCase()}-${j + 1}`, {
        title: `${product}, pack for ${city.name}`,
        tags: ['packs', product],
        look: 0,
        // The last product is not in shops yet.
        scans: {
          habit: 'any',
          weight: i === PRODUCTS.length - 1 ? 0 : 8 / (i + 1) / (j + 1),
          growth: 1.1,
          city,
        },
      }),
    ),
  );
}

function planCampaigns(nowMs: number): DemoCode[] {
  return CITIES.map((city, i) => {
    const isSplit = i < 4;
    const decided = [
      {},
      { ends_at: new Date(nowMs + DAY_MS).toISOString() },
      { ends_at: new Date(nowMs - 5 * DAY_MS).toISOString(), fallback_url: 'https://example.com/thanks' },
      { paused: true },
    ][i % 4];
    const variants = [
      { name: 'Photo', target: 'https://example.com/tasting/photo', weight: 50 },
      { name: 'Video', target: 'https://example.com/tasting/video', weight: 50 },
    ];
    return toCode(`tasting-${slugOf(city.name)}`, {
      title: `Tasting evening, ${city.name}`,
      tags: ['events', city.name],
      look: 3,
      more: isSplit ? { ...decided, variants } : { ...decided },
      scans: {
        habit: 'evening',
        weight: 12 / (i + 1),
        growth: 1.4,
        city,
        variants: isSplit
          ? [
              ['Photo', 0.5],
              ['Video', 0.5],
            ]
          : [],
      },
    });
  });
}

function planStatic(): DemoCode[] {
  return CITIES.slice(0, 6).map((city) => {
    const external_id = `demo-wifi-${slugOf(city.name)}`;
    const target = `WIFI:T:WPA;S:Blue Fig ${city.name};P:figs-and-honey;;`;
    const body = { external_id, type: 'wifi', target, title: `Guest Wi-Fi, ${city.name}` };
    return { body: { ...body, tags: [DEMO_TAG, 'wifi', city.name] }, scans: null };
  });
}

interface DynamicCode {
  readonly title: string;
  readonly tags: readonly string[];
  readonly look: number;
  readonly more?: object | undefined;
  readonly scans: Omit<NonNullable<DemoCode['scans']>, 'variants'> & Partial<NonNullable<DemoCode['scans']>>;
}

function toCode(path: string, { title, tags, look, more, scans }: DynamicCode): DemoCode {
  return {
    body: {
      external_id: `demo-${path}`,
      target: `https://example.com/${path}`,
      dynamic: true,
      title,
      tags: [DEMO_TAG, ...tags],
      ...LOOKS[look % LOOKS.length],
      ...more,
    },
    scans: { variants: [], ...scans },
  };
}

function slugOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}

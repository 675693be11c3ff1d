import fc from 'fast-check';
import type { Conditions } from '#core/control/conditions.ts';
import { WEEKDAYS } from '#core/control/conditions.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { ControlledCode } from '#core/control/decide.ts';
import { FACTS } from '#core/control/facts.ts';
import type { Visit } from '#core/control/visit.ts';
import { DEVICES } from '#core/scans/device.ts';
import { parseTimeZone, type TimeZone } from '#core/scans/time-zone.ts';

/** Zones with unusual clocks: offsets of half and three quarter hours, changes by half an hour, changes at midnight, no changes at all. */
export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
].map((name): TimeZone => {
  const zone = parseTimeZone(name);
  if (!zone) throw new Error(`${name} is no zone here`);
  return zone;
});

const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 0, 1);
const LAST = Date.UTC(2028, 0, 1);

/** Local midnights and clock changes, found by checking the offset every quarter of an hour on days where it changes. */
const EDGES: readonly number[] = ZONES.flatMap((zone) => {
  const edges: number[] = [];
  for (let day = FIRST; day < LAST; day += 24 * HOUR) {
    if (offset(day, zone) === offset(day + 24 * HOUR, zone)) continue;
    for (let t = day; t < day + 24 * HOUR; t += HOUR / 4) {
      if (offset(t, zone) !== offset(t + HOUR / 4, zone)) edges.push(t + HOUR / 4);
    }
  }
  const midnights = [0, 100, 200, 300, 400, 500].map(
    (n) => FIRST + n * 24 * HOUR - offset(FIRST + n * 24 * HOUR, zone),
  );
  return [...edges, ...midnights];
});

function offset(timeMs: number, timeZone: string): number {
  const text = new Date(timeMs).toLocaleString('sv-SE', { timeZone });
  return Date.parse(`${text.replace(' ', 'T')}Z`) - timeMs;
}

const AROUND = [-24 * HOUR, -HOUR, -60_000, -1, 0, 1, 59_999, HOUR, 24 * HOUR];

export const instants = fc.oneof(
  fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(...AROUND)).map(([edge, step]) => edge + step),
  fc.integer({ min: FIRST, max: LAST }),
);

const COUNTRY = ['DE', 'FR', 'US', 'IN'];
const REGION = ['DE-BY', 'DE-BE', 'US-CA'];
const LANGUAGE = ['de', 'de-at', 'en', 'en-gb', 'pt-br', 'zh-hant-tw'];
const OS = ['iOS', 'Android', 'Windows'];
const BROWSER = ['Safari', 'Chrome', 'Firefox'];
const NAMES = ['a', 'b', 'ref', 'ä b', 'utm_source'];
const VALUES = ['', '1', 'x y', 'ü&='];

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 });
const minute = fc.oneof(fc.constantFrom(0, 540, 1080, 1320, 120), fc.integer({ min: 0, max: 1439 }));

const hours = fc
  .tuple(minute, fc.oneof(minute, fc.constant(1440)))
  .filter(([from, until]) => from !== until)
  .map(([from, until]) => ({ from, until }));

const queryConditions = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.option(fc.constantFrom(...VALUES), { nil: null })), {
    minLength: 1,
    maxLength: 2,
  })
  .map((entries) => Object.fromEntries(entries));

export const conditions: fc.Arbitrary<Conditions> = fc
  .tuple(
    fc.subarray(
      [
        'country',
        'notCountry',
        'region',
        'language',
        'os',
        'device',
        'browser',
        'query',
        'fromMs',
        'untilMs',
        'weekdays',
        'hours',
      ],
      { minLength: 1, maxLength: 3 },
    ),
    fc.record({
      country: some(COUNTRY),
      notCountry: some(COUNTRY),
      region: some(REGION),
      language: some(LANGUAGE),
      os: some(OS),
      device: some(DEVICES),
      browser: some(BROWSER),
      source: some(FACTS.source),
      query: queryConditions,
      fromMs: instants,
      untilMs: instants,
      weekdays: some(WEEKDAYS),
      hours,
    }),
    fc.constantFrom(...ZONES),
  )
  .map(([names, all, timeZone]) =>
    Object.assign(Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))), {
      timeZone,
    }),
  );

const TARGETS = [
  'https://example.com/',
  'https://example.com/menu?a=1',
  'https://example.com/menu?a=1&#top',
  'https://example.com/#part',
  'https://example.com/x?',
  'https://example.com/?utm_medium=own&a=2',
];
const target = fc.constantFrom(...TARGETS);

const rules = fc
  .array(fc.record({ target, when: conditions }), { maxLength: 5 })
  .map((all) => all.map((rule, i) => ({ ...rule, name: `Rule ${i + 1}` })));

const variants = fc
  .array(fc.record({ target, cut: fc.integer({ min: 0, max: 100 }) }), { minLength: 2, maxLength: 10 })
  .map((all) => {
    const ends = [
      ...all
        .slice(1)
        .map(({ cut }) => cut)
        .sort((a, b) => a - b),
      100,
    ];
    return all.map((variant, i) => ({
      name: `V${i}`,
      target: variant.target,
      weight: (ends[i] ?? 0) - (i === 0 ? 0 : (ends[i - 1] ?? 0)),
    }));
  });

const seldom = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);

const campaignText = maybe(fc.constantFrom('flyer', 'a & b', 'ü🍋'));
const utm = fc.record({
  source: fc.constantFrom('print', 'x=1'),
  medium: campaignText,
  campaign: campaignText,
  term: campaignText,
  content: campaignText,
});

const preview = fc.record({ title: fc.constantFrom('Menu', '<b>'), description: maybe(fc.string()) });

const longKnown = fc.record({
  isPaused: seldom,
  startsAtMs: maybe(instants),
  endsAtMs: maybe(instants),
  maxScans: maybe(fc.constant(10)),
  fallbackUrl: maybe(fc.constant('https://example.com/fallback')),
  password: fc.option(fc.constant({ salt: 's', hash: 'h' }), { nil: null, freq: 2 }),
  rules,
  variants: fc.oneof(fc.constant([]), variants),
  variantsSinceMs: fc.constant(null),
  forwardsQuery: fc.boolean(),
});

/** The younger fields are absent where they are not set. */
export const controls: fc.Arbitrary<Control> = fc
  .tuple(longKnown, fc.record({ utm, preview }, { requiredKeys: [] }))
  .map(([known, young]) => Object.assign({}, known, young));

// Otherwise, most codes would stop at their schedule, and few would reach their rules.
const unscheduled: fc.Arbitrary<Control> = controls.map(withoutSchedule);

function withoutSchedule(control: Control): Control {
  return { ...control, isPaused: false, startsAtMs: null, endsAtMs: null };
}

export const codes: fc.Arbitrary<ControlledCode> = fc.record({
  isDeleted: seldom,
  isDisabled: seldom,
  isExhausted: seldom,
  target,
  control: fc.oneof(controls, unscheduled, fc.constant(NO_CONTROL)),
});

const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), { maxLength: 3 })
  .map((entries) => new URLSearchParams(entries).toString());

const known = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 5 });

export const visits: fc.Arbitrary<Visit> = fc.record({
  country: known(fc.constantFrom(...COUNTRY, 'JP')),
  region: known(fc.constantFrom(...REGION, 'JP-13')),
  languages: fc.subarray([...LANGUAGE, 'fr-ca']),
  os: known(fc.constantFrom(...OS)),
  device: known(fc.constantFrom(...DEVICES)),
  browser: known(fc.constantFrom(...BROWSER)),
  source: known(fc.constantFrom(...FACTS.source)),
  query,
  visitorShare: fc.integer({ min: 0, max: 99 }),
  isAdmitted: fc.boolean(),
});

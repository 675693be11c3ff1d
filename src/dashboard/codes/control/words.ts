import { type Conditions, type ConditionName, WEEKDAYS } from '#core/control/conditions.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { Preview } from '#core/control/preview.ts';
import type { CodeStatus } from '#core/control/status.ts';
import { listUtm, type Utm } from '#core/control/utm.ts';
import { FACT_NAMES, type FactName, mapFacts } from '#core/control/facts.ts';
import { FACT_WORDS } from './facts.ts';
import { listFlagSentences } from './flags.ts';
import { formatTimeOfDay } from '#core/control/time-of-day.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import type { Device } from '#core/scans/device.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { perLanguage, type PlainMessage, say } from '#languages/say.ts';

/** The settings for scans, in sentences. */

export const STATUS_NAMES: Readonly<Record<CodeStatus, PlainMessage>> = {
  active: 'Active',
  paused: 'Paused',
  scheduled: 'Scheduled',
  ended: 'Ended',
  exhausted: 'Used up',
  disabled: 'Disabled',
};

/** Within a sentence. */
const DEVICE_NAMES: Readonly<Record<Device, PlainMessage>> = {
  mobile: 'phones',
  tablet: 'tablets',
  desktop: 'computers',
};

const ownLocale = perLanguage((locale) => locale);
const regions = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
const languageNames = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }));
const or = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));
const and = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));
const dayNames = perLanguage((locale) => {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return WEEKDAYS.map((_, i) => format.format(A_MONDAY_MS + i * DAY_MS));
});

const A_MONDAY_MS = Date.UTC(2024, 0, 1);

/** `24 Dec 2026, 18:00 (Europe/Berlin)` */
export function formatTime(timeMs: number, timeZone: TimeZone): string {
  const format = new Intl.DateTimeFormat(ownLocale(), { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return `${format.format(timeMs)} (${timeZone})`;
}

/** `Monday`, as the label of a box. */
export function nameWeekday(day: (typeof WEEKDAYS)[number]): string {
  return capitalize(dayNames()[WEEKDAYS.indexOf(day)] ?? day);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `iOS phones in Germany, Monday to Friday, 09:00–18:00 (Europe/Berlin)` */
export function describeConditions(when: Conditions): string {
  const local = when.weekdays || when.hours ? ` (${when.timeZone})` : '';
  const parts = [
    describeVisitors(when),
    ...FACT_NAMES.map((name) => when[name] && FACT_WORDS[name].says?.(nameFacts(name, when[name]))),
    when.query && describeQuery(when.query),
    when.fromMs !== undefined && say('from {time}', { time: formatTime(when.fromMs, when.timeZone) }),
    when.untilMs !== undefined && say('until {time}', { time: formatTime(when.untilMs, when.timeZone) }),
    when.weekdays && `${describeWeekdays(when.weekdays)}${when.hours ? '' : local}`,
    when.hours && `${formatTimeOfDay(when.hours.from)}–${formatTimeOfDay(when.hours.until)}${local}`,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}

function nameFacts(name: FactName, values: readonly string[]): string {
  const options = FACT_WORDS[name].options();
  return or().format(values.map((value) => options.find((one) => one.value === value)?.label ?? value));
}

/** Each step adds what one condition says to the sentence so far. */
function describeVisitors({ os, device, language, country, notCountry, region }: Conditions): string {
  const systems = os && or().format(os);
  const devices = device && or().format(device.map((name) => say(DEVICE_NAMES[name])));
  let who =
    systems && devices
      ? say('{systems} {devices}', { systems, devices })
      : systems
        ? say('{systems} devices', { systems })
        : (devices ?? say('everybody'));
  const nameCountries = (codes: readonly string[]) => codes.map((code) => regions().of(code) ?? code);
  if (language) {
    const names = language.map((tag) => languageNames().of(tag) ?? tag);
    who = say('{who} with the language {languages}', { who, languages: or().format(names) });
  }
  if (country || region) {
    const places = or().format([...nameCountries(country ?? []), ...(region ?? [])]);
    who = say('{who} in {places}', { who, places });
  }
  if (notCountry) {
    const places = or().format(nameCountries(notCountry));
    who = say('{who} outside {places}', { who, places });
  }
  // Names such as “iOS” keep their spelling.
  return os?.some((name) => who.startsWith(name)) ? who : capitalize(who);
}

/** `Monday to Friday`, or `on Monday or Thursday`. */
function describeWeekdays(days: NonNullable<Conditions['weekdays']>): string {
  const names = dayNames();
  const places = WEEKDAYS.flatMap((day, i) => (days.includes(day) ? [i] : []));
  const [first, last] = [places.at(0) ?? 0, places.at(-1) ?? 0];
  const isStretch = last - first === places.length - 1;
  return isStretch && places.length >= LEAST_STRETCH
    ? say('{first} to {last}', { first: names[first] ?? '', last: names[last] ?? '' })
    : say('on {days}', { days: or().format(places.map((i) => names[i] ?? '')) });
}

/** Two days in a row are easier to read by name. */
const LEAST_STRETCH = 3;

function describeQuery(query: Readonly<Record<string, string | null>>): string {
  const parameters = Object.entries(query).map(([name, value]) =>
    value === null ? name : `${name}=${value}`,
  );
  return say('with {parameters} in the address', { parameters: and().format(parameters) });
}

/** `utm_source=flyer, utm_campaign=spring sale`, as people read it. */
export function describeUtm(utm: Utm): string {
  return listUtm(utm)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** `Spring sale – Everything for the garden` */
export function describePreview({ title, description, image }: Preview): string {
  const picture = image ? say('with a picture') : null;
  return [title, description, picture].filter((text) => text !== null).join(' – ');
}

/** `Facts (gs1:pip, German)` */
export function describeLink({ title, type, languages }: TypedLink): string {
  const names = languages.map((tag) => languageNames().of(tag) ?? tag);
  return `${title} (${[`gs1:${type}`, ...names].join(', ')})`;
}

/** The conditions between a scan and the rules, one sentence each. */
export function listLimits(control: Control | null, scansTaken: number, timeZone: TimeZone): string[] {
  const known = control ?? NO_CONTROL;
  const { startsAtMs, endsAtMs, maxScans, fallbackUrl, password, utm, preview } = known;
  return [
    startsAtMs === null ? '' : say('Starts {time}.', { time: formatTime(startsAtMs, timeZone) }),
    endsAtMs === null ? '' : say('Ends {time}.', { time: formatTime(endsAtMs, timeZone) }),
    maxScans === null
      ? ''
      : say('{taken, number} of {most, number} scans are used up.', {
          taken: Math.min(scansTaken, maxScans),
          most: maxScans,
        }),
    fallbackUrl === null
      ? ''
      : say('While the code is not active, scans lead to {address}.', { address: fallbackUrl }),
    password === null ? '' : say('Asks for a password.'),
    ...listFlagSentences(known),
    utm ? say('Adds {parameters} to the target.', { parameters: describeUtm(utm) }) : '',
    preview ? say('Chats show its link as “{preview}”.', { preview: describePreview(preview) }) : '',
  ].filter((sentence) => sentence !== '');
}

/** Why a rule did not match. */
export const UNMET: Readonly<Record<ConditionName, PlainMessage>> = {
  country: 'the country is different',
  notCountry: 'the country is excluded, or not known',
  region: 'the region is different, or not known',
  language: 'the language is different',
  ...mapFacts((name) => FACT_WORDS[name].unmet),
  query: 'the address does not have these parameters',
  fromMs: 'it has not started yet',
  untilMs: 'it is over',
  weekdays: 'the day of the week is different',
  hours: 'the time of day is different',
};

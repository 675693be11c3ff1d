import { type Conditions, type ConditionName, WEEKDAYS } from '#core/control/conditions.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { CodeStatus } from '#core/control/status.ts';
import { formatTimeOfDay } from '#core/control/time-of-day.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { PlainMessage } from '#languages/say.ts';
import { formatCount } from '../frame/format-count.ts';

/** The settings for scans, in sentences. */

export const STATUS_NAMES: Readonly<Record<CodeStatus, PlainMessage>> = {
  active: 'Active',
  paused: 'Paused',
  scheduled: 'Scheduled',
  ended: 'Ended',
  exhausted: 'Used up',
  disabled: 'Disabled',
};

const DEVICE_NAMES = { mobile: 'phones', tablet: 'tablets', desktop: 'computers' } as const;

export const WEEKDAY_NAMES = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/** `24 Dec 2026, 18:00 (Europe/Berlin)` */
export function formatTime(timeMs: number, timeZone: TimeZone): string {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    timeMs,
  );
  return `${text} (${timeZone})`;
}

/** `iOS phones in Germany, Monday to Friday, 09:00–18:00 (Europe/Berlin)` */
export function describeConditions(when: Conditions): string {
  const local = when.weekdays || when.hours ? ` (${when.timeZone})` : '';
  const parts = [
    describeDevices(when),
    when.browser && `with ${OR.format(when.browser)}`,
    when.query && describeQuery(when.query),
    when.fromMs !== undefined && `from ${formatTime(when.fromMs, when.timeZone)}`,
    when.untilMs !== undefined && `until ${formatTime(when.untilMs, when.timeZone)}`,
    when.weekdays && `${describeWeekdays(when.weekdays)}${when.hours ? '' : local}`,
    when.hours && `${formatTimeOfDay(when.hours.from)}–${formatTimeOfDay(when.hours.until)}${local}`,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}

function describeDevices({ os, device, language, country, notCountry, region }: Conditions): string {
  const devices = device ? OR.format(device.map((name) => DEVICE_NAMES[name])) : os ? 'devices' : 'everybody';
  const places = [...(country ?? []).map((code) => REGIONS.of(code) ?? code), ...(region ?? [])];
  const sentence = [
    os ? OR.format(os) : '',
    devices,
    language ? `with the language ${OR.format(language.map((tag) => LANGUAGES.of(tag) ?? tag))}` : '',
    places.length > 0 ? `in ${OR.format(places)}` : '',
    notCountry ? `outside of ${OR.format(notCountry.map((code) => REGIONS.of(code) ?? code))}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
  // Names such as “iOS” keep their spelling.
  return os ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `Monday to Friday`, or `on Monday or Thursday`. */
function describeWeekdays(days: NonNullable<Conditions['weekdays']>): string {
  const inOrder = WEEKDAYS.filter((day) => days.includes(day));
  const [first, last] = [inOrder.at(0), inOrder.at(-1)];
  const isStretch =
    WEEKDAYS.slice(first && WEEKDAYS.indexOf(first)).indexOf(last ?? 'mon') === inOrder.length - 1;
  return first && last && isStretch && inOrder.length >= LEAST_STRETCH
    ? `${WEEKDAY_NAMES[first]} to ${WEEKDAY_NAMES[last]}`
    : `on ${OR.format(inOrder.map((day) => WEEKDAY_NAMES[day]))}`;
}

/** Two days in a row are easier to read by name. */
const LEAST_STRETCH = 3;

function describeQuery(query: Readonly<Record<string, string | null>>): string {
  const parameters = Object.entries(query).map(([name, value]) =>
    value === null ? name : `${name}=${value}`,
  );
  return `with ${parameters.join(' and ')} in the address`;
}

/** The conditions between a scan and the rules, one sentence each. */
export function listLimits(control: Control | null, scansTaken: number, timeZone: TimeZone): string[] {
  const { startsAtMs, endsAtMs, maxScans, fallbackUrl, password, forwardsQuery } = control ?? NO_CONTROL;
  return [
    startsAtMs === null ? '' : `Starts ${formatTime(startsAtMs, timeZone)}.`,
    endsAtMs === null ? '' : `Ends ${formatTime(endsAtMs, timeZone)}.`,
    maxScans === null
      ? ''
      : `${formatCount(Math.min(scansTaken, maxScans))} of ${formatCount(maxScans)} scans are used up.`,
    fallbackUrl === null ? '' : `While the code is not active, scans lead to ${fallbackUrl}.`,
    password === null ? '' : 'Asks for a password.',
    forwardsQuery ? 'Passes the query of its short link on to the target.' : '',
  ].filter((sentence) => sentence !== '');
}

/** Why a rule did not match. */
export const UNMET: Readonly<Record<ConditionName, string>> = {
  country: 'the country is different',
  notCountry: 'the country is excluded, or not known',
  region: 'the region is different, or not known',
  language: 'the language is different',
  os: 'the system is different',
  device: 'the device is different',
  browser: 'the browser is different',
  query: 'the address does not have these parameters',
  fromMs: 'it has not started yet',
  untilMs: 'it is over',
  weekdays: 'the day of the week is different',
  hours: 'the time of day is different',
};

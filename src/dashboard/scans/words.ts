import { type Device, DEVICES } from '#core/scans/device.ts';
import { KNOWN_VALUES } from '#core/scans/dimension.ts';
import type { FilterDimension, ScanFilter } from '#core/scans/filter.ts';
import { OTHER_VALUES, type PeriodStatistics, type ValueCount } from '#core/scans/statistics.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { ScanRange } from '#core/scans/range.ts';
import type { Source } from '#core/scans/source.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import { formatInUtc, perLanguage, type PlainMessage, say } from '#languages/say.ts';
import { formatPercent } from '../kit/format-count.ts';
import type { SumsReason } from '#service/scans/read-statistics.ts';

/** Scans in words and numbers for people. */

/** What pages compare a day with. */
export const SAME_WEEKDAYS: PlainMessage = 'Each day is compared with the same day of the week.';

/** For a day that another one is compared with. */
export const NO_HOURS: PlainMessage =
  'Its hours are not known, because its individual scans are no longer kept.';

/** Why figures have UTC days: the days of the zone are too old, or all scans are shown by UTC day for another reason. */
export const UTC_INSTEAD: Readonly<Record<'old_days' | SumsReason, PlainMessage>> = {
  old_days: 'Scans this old are counted by UTC day, so these figures use UTC days.',
  large_tag:
    'So many codes have this tag that their scans are counted by UTC day, so these figures use UTC days.',
  being_counted:
    'The days of your time zone are being counted. Until then, these figures use UTC days. Please look again in a minute.',
  no_log: 'Only UTC days are available right now, so these figures use UTC days.',
};

/** Figures are read again after half a minute: older ones mean that the log of scans fails, may not be queried, or is very long. */
const OUTDATED_AFTER_MS = 60_000;

/** Whether figures are older than a reader expects. */
export function isOutdated(asOfMs: number, nowMs: number): boolean {
  return nowMs - asOfMs > OUTDATED_AFTER_MS;
}

export const RANGE_NAMES: Readonly<Record<ScanRange, PlainMessage>> = {
  last_7_days: '7 days',
  last_30_days: '30 days',
  last_90_days: '90 days',
};

export interface NamedCount {
  readonly name: string;
  readonly scans: number;
  /** The filter for it, if it is a single value. */
  readonly filter?: ScanFilter | undefined;
}

/** The page of statistics for the scans with one value. */
export type LinkTo = (filter: ScanFilter) => string;

/** The link of a count; a count of nothing has no link. */
export function findLink({ scans, filter }: NamedCount, linkTo: LinkTo | undefined): string | null {
  return scans > 0 && filter && linkTo ? linkTo(filter) : null;
}

const KNOWN_NAMES: Readonly<Record<Device | Source, PlainMessage>> = {
  mobile: 'Mobile phone',
  desktop: 'Computer',
  tablet: 'Tablet',
  symbol: 'QR code',
  link: 'Short link',
  unknown: 'Unknown',
};

const ALL_OTHERS: PlainMessage = 'All others';

const regionNames = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
const languageNames = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }));
const shortCountFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { notation: 'compact' }));
const averageFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
// Days are texts without a zone, and are read as those of UTC.
const dateFormat = formatInUtc({ dateStyle: 'medium' });
const weekdayFormat = formatInUtc({ weekday: 'short' });
const monthFormat = formatInUtc({ month: 'short', year: '2-digit' });
const dayFormat = formatInUtc({ day: 'numeric', month: 'short' });
const dayOfYearFormat = formatInUtc({ day: 'numeric', month: 'short', year: 'numeric' });

/** `1.5K`: short enough for the axis of a chart. */
export function formatShortCount(count: number): string {
  return shortCountFormat().format(count);
}

/** `21 Nov` */
export function formatDay(day: string): string {
  return dayFormat().format(startOfUtcDay(day));
}

/** `21 Nov 2026` */
export function formatDate(day: string): string {
  return dateFormat().format(startOfUtcDay(day));
}

/** `Sat, 21 Nov 2026` */
export function formatFullDay(day: string): string {
  return say('{weekday}, {day}', {
    weekday: weekdayFormat().format(startOfUtcDay(day)),
    day: formatDate(day),
  });
}

/** `Sat, 21 Nov 2026`, or `23 Oct to 21 Nov 2026`. */
export function describeDays({ firstDay, lastDay }: ScanPeriod): string {
  if (firstDay === lastDay) return formatFullDay(firstDay);
  const isOneYear = firstDay.slice(0, 4) === lastDay.slice(0, 4);
  const format = dayOfYearFormat();
  const from = isOneYear ? formatDay(firstDay) : format.format(startOfUtcDay(firstDay));
  return say('{from} to {to}', { from, to: format.format(startOfUtcDay(lastDay)) });
}

/** `Nov 26` */
export function formatMonth(day: string): string {
  return monthFormat().format(startOfUtcDay(day));
}

/** `09:00 to 10:00` */
export function formatHour(hour: number): string {
  const [start = '', end = ''] = [hour, hour + 1].map((one) => `${String(one).padStart(2, '0')}:00`);
  return say('{start} to {end}', { start, end });
}

/** `1.4` */
export function formatAverage(scans: number): string {
  return averageFormat().format(scans);
}

export const DIMENSION_NAMES: Readonly<Record<FilterDimension, PlainMessage>> = {
  country: 'Country',
  region: 'Region',
  city: 'City',
  os: 'System',
  browser: 'Browser',
  device: 'Device',
  source: 'Source',
  referrer: 'Referrer',
  language: 'Language',
  hour: 'Hour',
  rule: 'Rule',
  variant: 'Variant',
  name: 'Link',
  link_type: 'Link type',
};

/** The headings of lists. */
export const BY_DIMENSION: Readonly<Record<FilterDimension, PlainMessage>> = {
  country: 'By country',
  region: 'By region',
  city: 'By city',
  os: 'By system',
  browser: 'By browser',
  device: 'By device',
  source: 'By source',
  referrer: 'By referrer',
  language: 'By language',
  hour: 'By hour',
  rule: 'By rule',
  variant: 'By variant',
  name: 'By link',
  link_type: 'By link type',
};

const NOT_TOLD: Partial<Record<FilterDimension, PlainMessage>> = {
  referrer: 'No referrer',
  rule: 'No rule',
  variant: 'No variant',
};

/** The name of a dimension's value; null means unknown. */
export function nameValue(dimension: FilterDimension, value: string | null): string {
  if (value === null) return say(NOT_TOLD[dimension] ?? 'Unknown');
  if (value === OTHER_VALUES) return say(ALL_OTHERS);
  if (KNOWN_VALUES[dimension]?.includes(value)) return say(KNOWN_NAMES[value as Device | Source]);
  switch (dimension) {
    case 'country':
      return nameCountryCode(value);
    case 'hour':
      return formatHour(Number(value));
    case 'language':
      return /^[a-z]{2,3}$/.test(value) ? (languageNames().of(value) ?? value) : value;
    default:
      return value;
  }
}

/** `Country: Germany` */
export function nameFilter({ dimension, value }: ScanFilter): string {
  return say('{dimension}: {value}', {
    dimension: say(DIMENSION_NAMES[dimension]),
    value: nameValue(dimension, value),
  });
}

/** `3 scans` */
export function formatScans(scans: number): string {
  return say('{scans, plural, one {# scan} other {# scans}}', { scans });
}

/** `40%`; `0%` where the total is 0. */
export function formatShare(scans: number, total: number): string {
  return formatPercent(total === 0 ? 0 : Math.round((scans / total) * 100) / 100);
}

export function listDevices({ byDevice }: Pick<PeriodStatistics, 'byDevice'>): NamedCount[] {
  const counts = DEVICES.map((device) => ({ value: device, scans: byDevice[device] }));
  return nameCounts('device', counts);
}

/** Values in the order of the log, which combines the smallest countries into one entry. */
export function nameCounts(dimension: FilterDimension, counts: readonly ValueCount[]): NamedCount[] {
  return counts.map(({ value, scans }) => ({
    name: nameValue(dimension, value),
    scans,
    filter: value === OTHER_VALUES ? undefined : { dimension, value },
  }));
}

function nameCountryCode(code: string): string {
  // Intl throws on anything but two letters; Cloudflare also writes T1, for Tor.
  return /^[A-Z]{2}$/.test(code) ? (regionNames().of(code) ?? code) : code;
}

/** At most `room` entries of a list. If there are more, the last entry counts all that do not fit. */
export function shorten(counts: readonly NamedCount[], room: number): NamedCount[] {
  if (counts.length <= room) return [...counts];
  const rest = say(ALL_OTHERS);
  const shown = counts.filter(({ name }) => name !== rest).slice(0, room - 1);
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  const others = total - shown.reduce((sum, { scans }) => sum + scans, 0);
  return [...shown, { name: rest, scans: others }];
}

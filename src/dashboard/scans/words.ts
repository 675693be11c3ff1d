import { type Device, DEVICES, isDevice } from '#core/scans/device.ts';
import type { FilterDimension, ScanFilter } from '#core/scans/filter.ts';
import { OTHER_VALUES, type PeriodStatistics, type ValueCount } from '#core/scans/statistics.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { ScanRange } from '#core/scans/range.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import type { SumsReason } from '#service/scans/read-statistics.ts';
import { formatCount } from '../frame/format-count.ts';

/** Scans in words and numbers for people. */

/** What pages compare a day with. */
export const SAME_WEEKDAYS = 'Each day is compared with the same day of the week.';

/** For a day that another one is compared with. */
export const NO_HOURS = 'Its hours are not known, because its individual scans are no longer kept. ';

/** Why figures have UTC days: the days of the zone are too old, or all scans are shown by UTC day for another reason. */
export const UTC_INSTEAD: Readonly<Record<'old_days' | SumsReason, string>> = {
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

export const RANGE_NAMES: Readonly<Record<ScanRange, string>> = {
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

const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  mobile: 'Phone',
  desktop: 'Computer',
  tablet: 'Tablet',
};

export const ALL_OTHERS = 'All others';

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });
const SHORT_COUNT = new Intl.NumberFormat('en', { notation: 'compact' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });
const FULL_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const AVERAGE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `1.5K`: short enough for the axis of a chart. */
export function formatShortCount(count: number): string {
  return SHORT_COUNT.format(count);
}

/** `21 Nov` */
export function formatDay(day: string): string {
  return SHORT_DAY.format(startOfUtcDay(day));
}

/** `Sat, 21 Nov 2026` */
export function formatFullDay(day: string): string {
  const timeMs = startOfUtcDay(day);
  return `${WEEKDAY.format(timeMs)}, ${FULL_DAY.format(timeMs)}`;
}

/** `Sat, 21 Nov 2026`, or `23 Oct to 21 Nov 2026`. */
export function describeDays({ firstDay, lastDay }: ScanPeriod): string {
  if (firstDay === lastDay) return formatFullDay(firstDay);
  const year = lastDay.slice(0, 4);
  const isOneYear = firstDay.startsWith(year);
  return `${formatDay(firstDay)}${isOneYear ? '' : ` ${firstDay.slice(0, 4)}`} to ${formatDay(lastDay)} ${year}`;
}

/** `Nov 26` */
export function formatMonth(day: string): string {
  return MONTH.format(startOfUtcDay(day));
}

/** `09:00 to 10:00` */
export function formatHour(hour: number): string {
  return [hour, hour + 1].map((one) => `${String(one).padStart(2, '0')}:00`).join(' to ');
}

/** `1.4` */
export function formatAverage(scans: number): string {
  return AVERAGE.format(scans);
}

export const DIMENSION_NAMES: Readonly<Record<FilterDimension, string>> = {
  country: 'Country',
  region: 'Region',
  city: 'City',
  os: 'System',
  browser: 'Browser',
  device: 'Device',
  referrer: 'Referrer',
  language: 'Language',
  hour: 'Hour',
  rule: 'Rule',
  variant: 'Variant',
};

const NOT_TOLD: Partial<Record<FilterDimension, string>> = {
  referrer: 'No referrer',
  rule: 'No rule',
  variant: 'No variant',
};

/** The name of a dimension's value; null means unknown. Never `other`, which is not a value. */
export function nameValue(dimension: FilterDimension, value: string | null): string {
  if (value === null) return NOT_TOLD[dimension] ?? 'Unknown';
  switch (dimension) {
    case 'country':
      return nameCountryCode(value);
    case 'device':
      return isDevice(value) ? DEVICE_NAMES[value] : value;
    case 'hour':
      return formatHour(Number(value));
    case 'language':
      return /^[a-z]{2,3}$/.test(value) ? (LANGUAGES.of(value) ?? value) : value;
    default:
      return value;
  }
}

/** `3 scans` */
export function formatScans(scans: number): string {
  return `${formatCount(scans)} ${scans === 1 ? 'scan' : 'scans'}`;
}

/** `40%`; `0%` where the total is 0. */
export function formatShare(scans: number, total: number): string {
  return `${total === 0 ? 0 : Math.round((scans / total) * 100)}%`;
}

export function listDevices({ byDevice }: Pick<PeriodStatistics, 'byDevice'>): NamedCount[] {
  return DEVICES.map((device) => ({
    name: DEVICE_NAMES[device],
    scans: byDevice[device],
    filter: { dimension: 'device', value: device },
  }));
}

/** Countries, the one with the most scans first. The log combines the smallest ones into one entry. */
export function nameCountries(counts: readonly ValueCount[]): NamedCount[] {
  return counts.map(({ value, scans }) => ({
    name: nameCountry(value),
    scans,
    filter: value === OTHER_VALUES ? undefined : { dimension: 'country', value },
  }));
}

function nameCountry(code: ValueCount['value']): string {
  if (code === null) return 'Unknown';
  return code === OTHER_VALUES ? ALL_OTHERS : nameCountryCode(code);
}

function nameCountryCode(code: string): string {
  // Intl throws on anything but two letters; Cloudflare also writes T1, for Tor.
  return /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code;
}

/** At most `room` entries of a list. If there are more, the last entry counts all that do not fit. */
export function shorten(counts: readonly NamedCount[], room: number): NamedCount[] {
  if (counts.length <= room) return [...counts];
  const shown = counts.filter((count) => count.name !== ALL_OTHERS).slice(0, room - 1);
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  const others = total - shown.reduce((sum, { scans }) => sum + scans, 0);
  return [...shown, { name: ALL_OTHERS, scans: others }];
}

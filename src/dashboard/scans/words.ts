import { type Device, DEVICES } from '#core/scans/device.ts';
import { OTHER_VALUES, type ScanStatistics, type ValueCount } from '#core/scans/scan.ts';
import type { ScanRange } from '#core/scans/range.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import { formatCount } from '../frame/format-count.ts';

/** Scans in words and numbers for people. */

export const RANGE_NAMES: Readonly<Record<ScanRange, string>> = {
  last_7_days: '7 days',
  last_30_days: '30 days',
  last_90_days: '90 days',
};

export interface NamedCount {
  readonly name: string;
  readonly scans: number;
}

const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  mobile: 'Phone',
  desktop: 'Computer',
  tablet: 'Tablet',
};

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });
const SHORT_COUNT = new Intl.NumberFormat('en', { notation: 'compact' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `1.5K`: short enough for the axis of a chart. */
export function formatShortCount(count: number): string {
  return SHORT_COUNT.format(count);
}

/** `21 Nov` */
export function formatDay(day: string): string {
  return SHORT_DAY.format(startOfUtcDay(day));
}

/** `3 scans` */
export function formatScans(scans: number): string {
  return `${formatCount(scans)} ${scans === 1 ? 'scan' : 'scans'}`;
}

/** `40%`; `0%` where the total is 0. */
export function formatShare(scans: number, total: number): string {
  return `${total === 0 ? 0 : Math.round((scans / total) * 100)}%`;
}

export function listDevices({ byDevice }: Pick<ScanStatistics, 'byDevice'>): NamedCount[] {
  return DEVICES.map((device) => ({ name: DEVICE_NAMES[device], scans: byDevice[device] }));
}

/** Countries, the one with most scans first. The log counts the smallest ones together as one entry. */
export function listCountries({ breakdowns }: ScanStatistics): NamedCount[] {
  return nameCountries(breakdowns.get('country') ?? []);
}

export function nameCountries(counts: readonly ValueCount[]): NamedCount[] {
  return counts.map(({ value, scans }) => ({ name: nameCountry(value), scans }));
}

function nameCountry(code: ValueCount['value']): string {
  if (code === null) return 'Unknown';
  if (code === OTHER_VALUES) return 'All others';
  // Intl throws on anything but two letters; Cloudflare also writes T1, for Tor.
  return /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code;
}

/** At most `room` entries of a list. Where there are more, the last entry counts all that do not fit. */
export function shorten(counts: readonly NamedCount[], room: number): NamedCount[] {
  if (counts.length <= room) return [...counts];
  const shown = counts.filter((count) => count.name !== 'All others').slice(0, room - 1);
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  const others = total - shown.reduce((sum, { scans }) => sum + scans, 0);
  return [...shown, { name: 'All others', scans: others }];
}

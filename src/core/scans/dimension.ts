import { DEVICES } from './device.ts';
import { SOURCES } from './source.ts';

const DIMENSIONS = [
  'country',
  'region',
  'city',
  'os',
  'browser',
  'referrer',
  'hour',
  'language',
  'source',
] as const;

/** The further dimensions by which a code's scans can be broken down, on request. */
export const CODE_DIMENSIONS = [...DIMENSIONS, 'rule', 'variant', 'name', 'link_type'] as const;

/** The dimensions for the scans of many codes: rules, variants, names and types of links only have a meaning within one code. */
export const ACCOUNT_DIMENSIONS = [...DIMENSIONS, 'week_hour'] as const;

export type ScanDimension = (typeof CODE_DIMENSIONS)[number] | (typeof ACCOUNT_DIMENSIONS)[number];

/** The dimensions that are read from a field of the scan; hours are read from its time. */
export type FieldDimension = Exclude<ScanDimension, HourDimension>;

/** The field of the scan that a dimension is read from. */
export function fieldOf(
  dimension: FieldDimension | 'device',
): Exclude<FieldDimension, 'link_type'> | 'device' | 'linkType' {
  return dimension === 'link_type' ? 'linkType' : dimension;
}

export type HourDimension = keyof typeof HOUR_CYCLES;

/** The most frequent values are named, and all others are combined. */
export const MAX_NAMED_VALUES = 50;

export const HOURS_OF_DAY = 24;

/** The dimensions whose values are words of ours, in the order of pages; `unknown` is one of these words. */
export const KNOWN_VALUES: Readonly<Partial<Record<ScanDimension | 'device', readonly string[]>>> = {
  device: DEVICES,
  source: SOURCES,
};

/**
 * Hours repeat by the day, or by the week from Monday on. The first cycle began this many hours before 1970, because 1 January 1970 was a
 * Thursday.
 */
export const HOUR_CYCLES = {
  hour: { hours: HOURS_OF_DAY, startedBefore: 0 },
  week_hour: { hours: 7 * HOURS_OF_DAY, startedBefore: 3 * HOURS_OF_DAY },
} as const;

export function isHourDimension(dimension: ScanDimension): dimension is HourDimension {
  return dimension in HOUR_CYCLES;
}

/** By what else scans can be broken down, on request. */
export const SCAN_DIMENSIONS = [
  'country',
  'region',
  'city',
  'os',
  'browser',
  'referrer',
  'hour',
  'language',
  'rule',
  'variant',
] as const;

export type ScanDimension = (typeof SCAN_DIMENSIONS)[number];

/** The dimensions that are read from a field of the scan; the hour is read from its time. */
export type FieldDimension = Exclude<ScanDimension, 'hour'>;

/** The most frequent values are named, and all others are one. */
export const MAX_NAMED_VALUES = 50;

export const HOURS_OF_DAY = 24;

export function isScanDimension(text: string): text is ScanDimension {
  return (SCAN_DIMENSIONS as readonly string[]).includes(text);
}

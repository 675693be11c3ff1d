import { SCAN_DIMENSIONS, type ScanDimension } from './dimension.ts';

/** By what the scans of an account can be broken down: all but what makes sense within one code only, and by the hour of the week. */
export type AccountDimension = Exclude<ScanDimension, 'rule' | 'variant'> | 'week_hour';

export const ACCOUNT_DIMENSIONS: readonly AccountDimension[] = [
  ...SCAN_DIMENSIONS.filter((name) => name !== 'rule' && name !== 'variant'),
  'week_hour',
];

/** The dimensions that are read from a field of the scan. */
export type AccountFieldDimension = Exclude<AccountDimension, 'hour' | 'week_hour'>;

/** 7 days of 24 hours, Monday first. */
export const HOURS_OF_WEEK = 168;

/** 1 January 1970 was a Thursday: so much later was the first hour of a week. */
export const WEEK_OFFSET_HOURS = 72;

export function isAccountDimension(text: string): text is AccountDimension {
  return (ACCOUNT_DIMENSIONS as readonly string[]).includes(text);
}

/** A tag of more codes has no visitors, breakdowns, filters and other time zones: Analytics Engine would have to be asked for each of them. */
export const MAX_TAG_CODES = 500;

/** More new codes are not counted. */
export const MAX_NEW_CODES = 10_000;

import { ACCOUNT_FILTER_DIMENSIONS, type FilterDimension } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { ScanStatistics, ValueCount } from '#core/scans/scan.ts';
import type { Split } from '#service/scans/read-split.ts';
import type { ComparedStatistics } from '#service/scans/read-statistics.ts';

/** Whose scans a page of statistics shows, and where it stands: the page and its parts are the same for one code and for many. */
export interface Subject {
  /** Of the page. */
  readonly path: string;
  /** Of the same figures as CSV. */
  readonly csvPath: string;
  readonly heading: string;
  /** The page above it; null where there is none. */
  readonly above: { readonly path: string; readonly name: string } | null;
  /** By what its scans are listed and filtered, in the order of the tabs. */
  readonly dimensions: readonly FilterDimension[];
  /** What its visitors are called: those of many codes are added up. */
  readonly visitors: string;
  /** Those to choose from; null where the scans are of one code. */
  readonly tags: readonly string[] | null;
}

/** The order of the tabs: what is asked for most often comes first. */
const TABS: readonly FilterDimension[] = [
  'country',
  'region',
  'city',
  'device',
  'os',
  'browser',
  'referrer',
  'language',
  'hour',
  'rule',
  'variant',
];

export const ACCOUNT_PATH = '/analytics';

/** The page of one code. */
export function toCodeSubject(codePath: string, name: string): Subject {
  return {
    path: `${codePath}/analytics`,
    csvPath: `${codePath}/scans.csv`,
    heading: 'Scans',
    above: { path: codePath, name },
    dimensions: TABS,
    visitors: 'Unique visitors',
    tags: null,
  };
}

/** The page of all codes, or of those with one of the tags. */
export function toAccountSubject(tags: readonly string[]): Subject {
  return {
    path: ACCOUNT_PATH,
    csvPath: `${ACCOUNT_PATH}/scans.csv`,
    heading: 'Analytics',
    above: null,
    dimensions: TABS.filter((dimension) => ACCOUNT_FILTER_DIMENSIONS.includes(dimension)),
    visitors: 'Visitors of each code, added up',
    tags,
  };
}

/** What a page of statistics shows. Days and devices are always known where anything is. */
export interface Found {
  readonly period: ScanPeriod;
  readonly statistics: ShownStatistics;
  /** Where a comparison was asked for. */
  readonly compared: Omit<ComparedStatistics, 'asOfMs'> | null;
  /** Of the variants, where they are listed. */
  readonly split: Split | null;
  /** Of when visitors and breakdowns are, where that is not when the rest is. */
  readonly detailsAsOfMs?: number | null;
}

export interface ShownStatistics extends Omit<ScanStatistics, 'uniqueScans' | 'breakdowns'> {
  /** Null where single scans are not known. */
  readonly uniqueScans: number | null;
  readonly breakdowns: ReadonlyMap<string, readonly ValueCount[]> | null;
}

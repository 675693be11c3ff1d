import { LONGEST_HOST } from '../domains/host.ts';
import { LONGEST_OWN_PATH } from '../links/own-path.ts';
import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf, NoValues } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import { CODE_DIMENSIONS, HOURS_OF_DAY, KNOWN_VALUES } from './dimension.ts';

/** The dimensions by which scans can be filtered: all those that break down a code's scans. */
export const FILTER_DIMENSIONS = [...CODE_DIMENSIONS, 'device'] as const;

export type FilterDimension = (typeof FILTER_DIMENSIONS)[number];

/** The dimensions for the scans of many codes: what only has a meaning within one code is missing. */
export const ACCOUNT_FILTER_DIMENSIONS: readonly FilterDimension[] = FILTER_DIMENSIONS.filter(
  (dimension) => !['rule', 'variant', 'name', 'link_type'].includes(dimension),
);

/** Only scans whose dimension has this value; null means unknown. The hour is in the period's zone. */
export interface ScanFilter {
  readonly dimension: FilterDimension;
  readonly value: string | null;
}

/** No value in the log is longer: a place has at most 100 characters, plus its country, and a name a host and a path. */
const longestValueOf = (dimension: FilterDimension) =>
  dimension === 'name' ? LONGEST_HOST + 1 + LONGEST_OWN_PATH : 110;

/** The possible problems of a filter. */
export interface FilterProblems extends PlainTextProblems {
  readonly filter_twice: { readonly dimension: FilterDimension };
  /** `ofOneCode` are the additional dimensions for the scans of one code. */
  readonly no_dimension: {
    readonly dimensions: readonly FilterDimension[];
    readonly ofOneCode: readonly FilterDimension[];
  };
  readonly no_known_value: { readonly dimension: FilterDimension; readonly known: readonly string[] };
  readonly no_hour: NoValues;
}

type FilterFault = FaultOf<FilterProblems>;

/**
 * Parses filters of the form `country:DE`; the part after the colon may be empty, and may contain colons. Returns them in a fixed order.
 * @param dimensions the available ones, by default all those of one code's scans
 */
export function parseScanFilters(
  texts: readonly string[],
  dimensions: readonly FilterDimension[] = FILTER_DIMENSIONS,
): Result<readonly ScanFilter[], { readonly index: number; readonly fault: FilterFault }[]> {
  const filters = new Map<FilterDimension, ScanFilter>();
  const problems: { index: number; fault: FilterFault }[] = [];
  for (const [index, text] of texts.entries()) {
    const filter = parseFilter(text, dimensions);
    if (!filter.ok) problems.push({ index, fault: filter.error });
    else if (filters.has(filter.value.dimension))
      problems.push({
        index,
        fault: { code: 'filter_twice', values: { dimension: filter.value.dimension } },
      });
    else filters.set(filter.value.dimension, filter.value);
  }
  if (problems.length > 0) return err(problems);
  return ok(FILTER_DIMENSIONS.flatMap((dimension) => filters.get(dimension) ?? []));
}

/** `country:DE`, as `parseScanFilters` accepts it. */
export function formatScanFilter({ dimension, value }: ScanFilter): string {
  return `${dimension}:${value ?? ''}`;
}

function parseFilter(text: string, dimensions: readonly FilterDimension[]): Result<ScanFilter, FilterFault> {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  const dimension = dimensions.find((one) => one === name);
  if (dimension === undefined) {
    const ofOneCode = FILTER_DIMENSIONS.filter((one) => !dimensions.includes(one));
    return err({ code: 'no_dimension', values: { dimensions, ofOneCode } });
  }
  const value = text.slice(colon + 1);
  const problem = findValueProblem(dimension, value);
  return problem === null ? ok({ dimension, value: value === '' ? null : value }) : err(problem);
}

function findValueProblem(dimension: FilterDimension, value: string): FilterFault | null {
  const known = KNOWN_VALUES[dimension];
  if (known) return known.includes(value) ? null : { code: 'no_known_value', values: { dimension, known } };
  if (dimension === 'hour') {
    const isHour = /^(0|[1-9]\d?)$/.test(value) && Number(value) < HOURS_OF_DAY;
    return isHour ? null : { code: 'no_hour', values: {} };
  }
  return findPlainTextProblem(value, longestValueOf(dimension));
}

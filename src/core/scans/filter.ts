import { findPlainTextProblem } from '../plain-text.ts';
import { err, ok, type Result } from '../result.ts';
import { DEVICES, isDevice } from './device.ts';
import { HOURS_OF_DAY, SCAN_DIMENSIONS, type ScanDimension } from './dimension.ts';

/** By what scans can be filtered: whatever they can be broken down by. */
export const FILTER_DIMENSIONS = [...SCAN_DIMENSIONS, 'device'] as const;

export type FilterDimension = ScanDimension | 'device';

/** Those of the scans of many codes: rules and variants have their meaning within one. */
export const ACCOUNT_FILTER_DIMENSIONS: readonly FilterDimension[] = FILTER_DIMENSIONS.filter(
  (dimension) => dimension !== 'rule' && dimension !== 'variant',
);

/** Only scans whose dimension has this value; null where it could not be told. The hour is that of the period's zone. */
export interface ScanFilter {
  readonly dimension: FilterDimension;
  readonly value: string | null;
}

/** No value of the log is longer: a place has at most 100, and its country. */
const LONGEST_VALUE = 110;

interface FilterProblem {
  /** Which of the filters is wrong. */
  readonly index: number;
  /** Continues a sentence that starts with the name of the parameter. */
  readonly message: string;
}

/**
 * Reads filters of the form `country:DE`; what follows the colon may be empty, and may hold colons. Gives them in one order.
 * @param dimensions those that there are: all of one code's scans
 */
export function parseScanFilters(
  texts: readonly string[],
  dimensions: readonly FilterDimension[] = FILTER_DIMENSIONS,
): Result<readonly ScanFilter[], FilterProblem[]> {
  const filters = new Map<FilterDimension, ScanFilter>();
  const problems: FilterProblem[] = [];
  for (const [index, text] of texts.entries()) {
    const filter = parseFilter(text, dimensions);
    if (!filter.ok) problems.push({ index, message: filter.error });
    else if (filters.has(filter.value.dimension))
      problems.push({ index, message: `is a second filter of ${filter.value.dimension}: send one of each.` });
    else filters.set(filter.value.dimension, filter.value);
  }
  if (problems.length > 0) return err(problems);
  return ok(FILTER_DIMENSIONS.flatMap((dimension) => filters.get(dimension) ?? []));
}

/** `country:DE`, as `parseScanFilters` reads it. */
export function formatScanFilter({ dimension, value }: ScanFilter): string {
  return `${dimension}:${value ?? ''}`;
}

function parseFilter(text: string, dimensions: readonly FilterDimension[]): Result<ScanFilter, string> {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  const dimension = dimensions.find((one) => one === name);
  if (dimension === undefined) {
    const ofOneCode = FILTER_DIMENSIONS.filter((one) => !dimensions.includes(one));
    const rest = ofOneCode.length > 0 ? ` Scans of one code also have: ${ofOneCode.join(', ')}.` : '';
    const names = dimensions.join(', ');
    return err(`must be a dimension, a colon and a value, like "country:DE". Dimensions: ${names}.${rest}`);
  }
  const value = text.slice(colon + 1);
  const problem = findValueProblem(dimension, value);
  return problem === null ? ok({ dimension, value: value === '' ? null : value }) : err(problem);
}

function findValueProblem(dimension: FilterDimension, value: string): string | null {
  if (dimension === 'device')
    return isDevice(value)
      ? null
      : `must name a device: ${DEVICES.map((name) => `device:${name}`).join(', ')}.`;
  if (dimension === 'hour') {
    const isHour = /^(0|[1-9]\d?)$/.test(value) && Number(value) < HOURS_OF_DAY;
    return isHour ? null : 'must name an hour of the day, from hour:0 to hour:23.';
  }
  return findPlainTextProblem(value, LONGEST_VALUE);
}

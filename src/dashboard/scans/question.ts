import { parseTag } from '#core/codes/tags.ts';
import {
  type FilterDimension,
  formatScanFilter,
  parseScanFilters,
  type ScanFilter,
} from '#core/scans/filter.ts';
import {
  type Comparison,
  COMPARISONS,
  type NamedComparison,
  type PeriodProblem,
  type ScanPeriod,
  toPeriods,
  toScanPeriod,
} from '#core/scans/period.ts';
import { SCAN_RANGES, type ScanRange } from '#core/scans/range.ts';
import type { Result } from '#core/result.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { say } from '#languages/say.ts';
import { explainPeriod } from './explain-period.ts';

/** The question of a page of statistics. The address contains all of it, so that it can be bookmarked and shared. */
export interface Question {
  readonly range: ScanRange | undefined;
  /** `YYYY-MM-DD`, instead of a range. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Undefined means `usualZone`. */
  readonly timeZone: TimeZone | undefined;
  /** Not in the address: the zone of the reader. */
  readonly usualZone: TimeZone;
  /** Not in the address: whether the days of the zone are unknown, and UTC days are shown instead. */
  readonly isInUtc: boolean;
  readonly compare: NamedComparison | undefined;
  /** Undefined means all codes. */
  readonly tag: string | undefined;
  readonly filters: readonly ScanFilter[];
  /** The dimension whose values are listed. */
  readonly by: FilterDimension;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_PARAMETERS = 100;

/**
 * Reads an address. Invalid parts are left out, with one sentence each.
 * @param dimensions by which the scans may be listed and filtered
 * @param usualZone if the address names none
 */
export function readQuestion(
  query: URLSearchParams,
  dimensions: readonly FilterDimension[],
  usualZone: TimeZone,
): { question: Question; problems: string[] } {
  const problems: string[] = [];
  const read = <T>(name: string, parse: (text: string) => T | null | undefined, what: string) => {
    const text = query.get(name) ?? '';
    const value = text === '' ? undefined : (parse(text) ?? undefined);
    if (text !== '' && value === undefined) problems.push(what);
    return value;
  };
  const from = read('from', parseDay, say('“From” must be a date, like 2026-10-31.'));
  const to = read('to', parseDay, say('“To” must be a date, like 2026-10-31.'));
  const range = read('range', oneOf(SCAN_RANGES), say('There is no such period: here are the last 30 days.'));
  return {
    question: {
      range: from === undefined && to === undefined ? range : undefined,
      from: from ?? to,
      to,
      timeZone: read('tz', parseTimeZone, say('There is no such time zone. Use a name like Europe/Berlin.')),
      usualZone,
      isInUtc: false,
      compare:
        query.get('compare') === 'none'
          ? undefined
          : read('compare', oneOf(COMPARISONS), say('There is no such comparison.')),
      tag: read('tag', parseTagName, say('There is no such tag: here are all codes.')),
      filters: readFilters(query.getAll('filter'), dimensions, problems),
      by: read('by', oneOf(dimensions), say('There is no such list: here are countries.')) ?? 'country',
    },
    problems,
  };
}

function readFilters(
  texts: readonly string[],
  dimensions: readonly FilterDimension[],
  problems: string[],
): readonly ScanFilter[] {
  const parsed = parseScanFilters(texts.slice(0, MAX_PARAMETERS), dimensions);
  if (parsed.ok) return parsed.value;
  problems.push(
    say('A filter in the address is not valid, so no filter is used. Choose one in the list below.'),
  );
  return [];
}

function parseDay(text: string): string | null {
  const timeMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text) ? text : null;
}

function parseTagName(text: string): string | null {
  const tag = parseTag(text);
  return tag.ok ? tag.value : null;
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

/** What the scans of a question are compared with: pages compare equal days of the week. */
export function toComparison({ compare }: Pick<Question, 'compare'>): Comparison | undefined {
  return compare && `${compare}_by_weeks`;
}

/** The days of a question, or why there are none. */
export function toPeriod(question: Question, nowMs: number): Result<ScanPeriod, readonly PeriodProblem[]> {
  const { range, from, to, filters } = question;
  const period = toScanPeriod({ range, from, to, timeZone: zoneOf(question) }, nowMs);
  if (!period.ok) return period;
  const periods = toPeriods(period.value, { filters, compare: toComparison(question) });
  return periods.ok ? period : periods;
}

/** The time zone of the days. */
export function zoneOf(question: Question): TimeZone {
  return question.isInUtc ? UTC : askedZoneOf(question);
}

/** The requested time zone. */
export function askedZoneOf({ timeZone, usualZone }: Question): TimeZone {
  return timeZone ?? usualZone;
}

/** The question that the stores can answer. */
export interface Resolved {
  /** Differs from the address if that makes no sense. */
  readonly question: Question;
  readonly period: ScanPeriod;
  /** The parts of the address that were left out, one sentence each. */
  readonly problems: readonly string[];
}

/** Removes whatever keeps a question from having days, and says so. In the end, the last 30 days remain, which always exist. */
export function resolveQuestion(asked: Question, nowMs: number): Resolved {
  const problems: string[] = [];
  let question = asked;
  for (;;) {
    const found = toPeriod(question, nowMs);
    if (found.ok) return { question, period: found.value, problems };
    for (const problem of found.error) {
      // The page names the zone of its days, with the reason.
      if (problem.field !== 'tz') problems.push(explainPeriod(problem));
      question = withoutProblem(question, problem, nowMs);
    }
  }
}

function withoutProblem(question: Question, { field }: PeriodProblem, nowMs: number): Question {
  if (field === 'tz') return inUtc(question, nowMs);
  if (field === 'compare') return { ...question, compare: undefined };
  return { ...question, range: undefined, from: undefined, to: undefined };
}

/** The same in UTC days. Links keep the requested zone. */
export function inUtc(question: Question, nowMs: number): Question {
  // East of UTC, it may already be tomorrow.
  const today = toUtcDay(nowMs);
  const clamp = (day: string | undefined) => (day !== undefined && day > today ? today : day);
  return { ...question, from: clamp(question.from), to: clamp(question.to), isInUtc: true };
}

/** The question as the query of an address, with some parts changed. */
export function toQuery(question: Question, changes: Partial<Question> = {}): string {
  return `?${new URLSearchParams(listParameters({ ...question, ...changes })).toString()}`;
}

/** The query of a CSV: the daily table if `by` is null. A file has UTC days if its address names no zone, no matter who requests it. */
export function toCsvQuery(question: Question, by: FilterDimension | null): string {
  const zone = zoneOf(question);
  const timeZone = zone === UTC ? undefined : zone;
  const parameters = listParameters({ ...question, timeZone }).filter(
    ([name]) => name !== 'by' && name !== 'compare',
  );
  return `?${new URLSearchParams([...parameters, ...(by === null ? [] : [['by', by]])]).toString()}`;
}

/** The parameters of a question, without defaults. */
export function listParameters(
  question: Omit<Question, 'compare'> & { readonly compare: NamedComparison | 'none' | undefined },
): [name: string, value: string][] {
  const { range, from, to, timeZone, compare, tag, filters, by } = question;
  const single = { range, from, to, tz: timeZone, compare, tag, by: by === 'country' ? undefined : by };
  return [
    ...Object.entries(single).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
    ...filters.map((filter): [string, string] => ['filter', formatScanFilter(filter)]),
  ];
}

/** A page of statistics, filtered by a value. `choices` are parameters of its address. */
export function toAnalyticsPath(
  path: string,
  choices: Readonly<Record<string, string | undefined>>,
  filter: ScanFilter,
): string {
  const chosen = Object.entries({ ...choices, filter: formatScanFilter(filter) }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return `${path}?${new URLSearchParams(chosen).toString()}`;
}

/** The same with one more filter, which replaces any other filter of its dimension. */
export function withFilter({ filters }: Question, filter: ScanFilter): Pick<Question, 'filters'> {
  return { filters: [...withoutFilter(filters, filter.dimension), filter] };
}

/** The page that lists the values of a dimension to choose one: a filter of it is left out, because it would hide the others. */
export function toFilterPath(path: string, question: Question, dimension: FilterDimension): string {
  const filters = withoutFilter(question.filters, dimension);
  const query = new URLSearchParams([...listParameters({ ...question, filters }), ['dimension', dimension]]);
  return `${path}/filter?${query.toString()}`;
}

export function withoutFilter(filters: readonly ScanFilter[], dimension: FilterDimension): ScanFilter[] {
  return filters.filter((filter) => filter.dimension !== dimension);
}

import { type Comparison, type PeriodRequest, type ScanPeriod, toScanPeriod } from '#core/scans/period.ts';
import { parseTag } from '#core/codes/tags.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import { DEFAULT_SCAN_RANGE } from '#core/scans/range.ts';
import { type TimeZone, UTC } from '#core/scans/time-zone.ts';
import { explainPeriod } from '../scans/explain-period.ts';
import { readQuestion, toAnalyticsPath } from '../scans/question.ts';
import { ACCOUNT_PATH } from '../scans/subject.ts';

/** What somebody chose on the overview; all of it stands in the address. */
export interface OverviewQuery extends Pick<PeriodRequest, 'range' | 'from' | 'to' | 'timeZone'> {
  /** Null for none. */
  readonly compare: Comparison | null;
  /** Null for all codes. */
  readonly tag: string | null;
}

/** What an address asks for, as far as there is such a thing. */
export interface OverviewQuestion {
  readonly query: OverviewQuery;
  readonly period: ScanPeriod;
  /** What of the address was left out, in a sentence each. */
  readonly problems: readonly string[];
}

/** Reads an address. What makes no sense in it is left out, and said in a sentence each. An unknown tag counts as not chosen. */
export function readOverviewQuestion(
  parameters: URLSearchParams,
  usualZone: TimeZone,
  nowMs: number,
): OverviewQuestion {
  // The other parameters of statistics mean nothing here.
  const own = new URLSearchParams();
  for (const name of ['range', 'from', 'to', 'tz', 'compare']) own.set(name, parameters.get(name) ?? '');
  const { question, problems } = readQuestion(own, [], usualZone);
  const { range, from, to, timeZone } = question;
  const tag = parseTag(parameters.get('tag') ?? '');
  const asked: OverviewQuery = {
    ...{ range, from, to, timeZone },
    compare: own.get('compare') === 'none' ? null : (question.compare ?? 'previous_period'),
    tag: tag.ok ? tag.value : null,
  };
  const find = (query: OverviewQuery, zone: TimeZone) => toScanPeriod({ ...query, timeZone: zone }, nowMs);
  const zone = timeZone ?? usualZone;
  const found = find(asked, zone);
  if (found.ok) return { query: asked, period: found.value, problems };
  const refused = found.error.filter(({ field }) => field !== 'tz');
  // Older days have no zone but UTC.
  const inUtc = refused.length === 0 ? find(asked, UTC) : found;
  if (inUtc.ok) return { query: asked, period: inUtc.value, problems };
  const usual: OverviewQuery = { ...asked, range: undefined, from: undefined, to: undefined };
  const usualDays = find(usual, zone);
  if (!usualDays.ok) throw new Error('no period');
  return { query: usual, period: usualDays.value, problems: [...problems, ...refused.map(explainPeriod)] };
}

/** All statistics of the same scans, filtered by a value. Without the comparison, which may reach back further than filters do. */
export function toFilteredPath(
  { range, from, to, timeZone, tag }: OverviewQuery,
  filter: ScanFilter,
): string {
  return toAnalyticsPath(ACCOUNT_PATH, { range, from, to, tz: timeZone, tag: tag ?? undefined }, filter);
}

/** The page with other choices; what is usual does not stand in the address. */
export function toOverviewPath(query: OverviewQuery, changes: Partial<OverviewQuery> = {}): string {
  const { range, from, to, timeZone, compare, tag } = { ...query, ...changes };
  const values = {
    range: range === DEFAULT_SCAN_RANGE ? undefined : range,
    ...{ from, to, tz: timeZone },
    compare: compare === 'previous_period' ? undefined : (compare ?? 'none'),
    tag: tag ?? undefined,
  };
  const parameters = new URLSearchParams(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return parameters.size === 0 ? '/overview' : `/overview?${parameters.toString()}`;
}

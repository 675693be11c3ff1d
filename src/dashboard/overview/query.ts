import type { ScanFilter } from '#core/scans/filter.ts';
import { DEFAULT_SCAN_RANGE } from '#core/scans/range.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { parseTag } from '#core/codes/tags.ts';
import {
  listParameters,
  type Question,
  readQuestion,
  type Resolved,
  resolveQuestion,
  toAnalyticsPath,
} from '../scans/question.ts';
import { ACCOUNT_PATH } from '../scans/subject.ts';

/** Reads an address. Invalid parts are left out, with one sentence each. An unknown tag counts as not chosen. */
export function readOverviewQuestion(
  parameters: URLSearchParams,
  usualZone: TimeZone,
  nowMs: number,
): Resolved {
  // The other parameters of statistics have no meaning here.
  const own = new URLSearchParams();
  for (const name of ['range', 'from', 'to', 'tz', 'compare']) own.set(name, parameters.get(name) ?? '');
  const { question, problems } = readQuestion(own, [], usualZone);
  const compare = own.get('compare') === 'none' ? undefined : (question.compare ?? 'previous_period');
  const tag = parseTag(parameters.get('tag') ?? '');
  const resolved = resolveQuestion({ ...question, compare, tag: tag.ok ? tag.value : undefined }, nowMs);
  return { ...resolved, problems: [...problems, ...resolved.problems] };
}

/** All statistics of the same scans, filtered by a value. The comparison is left out, because it may reach back further than filters do. */
export function toFilteredPath({ range, from, to, timeZone, tag }: Question, filter: ScanFilter): string {
  return toAnalyticsPath(ACCOUNT_PATH, { range, from, to, tz: timeZone, tag }, filter);
}

/** The page with other choices. The address omits defaults. */
export function toOverviewPath(question: Question, changes: Partial<Question> = {}): string {
  const { range, compare, ...rest } = { ...question, ...changes };
  const parameters = new URLSearchParams(
    listParameters({
      ...rest,
      range: range === DEFAULT_SCAN_RANGE ? undefined : range,
      compare: compare === 'previous_period' ? undefined : (compare ?? 'none'),
    }),
  );
  return parameters.size === 0 ? '/overview' : `/overview?${parameters.toString()}`;
}

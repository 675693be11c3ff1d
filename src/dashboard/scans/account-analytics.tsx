import type { AccountDimension } from '#core/scans/account-dimension.ts';
import { MAX_TAG_CODES } from '#core/scans/account-dimension.ts';
import { STATISTICS_CSV_TYPE } from '#core/scans/csv.ts';
import type { FilterDimension } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { toLocalDay, UTC } from '#core/scans/time-zone.ts';
import {
  type AccountScans,
  type AccountStatisticsProblem,
  readAccountScans,
} from '#service/scans/read-account-scans.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { readKnownTags } from '../codes/tags/read-known-tags.ts';
import { toAttachment } from '../frame/attachment.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { PageError } from '../frame/page-error.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { renderPage } from '../frame/render.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { type Obstacle, resolveQuestion, toObstacles } from './resolve-question.ts';
import { explainPeriod } from './explain-period.ts';
import { type Question, readQuestion, toPeriodRequest, zoneOf } from './question.ts';
import { isOutdated } from './read-figures.ts';
import { toTable } from './scans.tsx';
import { type Found, toAccountSubject } from './subject.ts';

const UNAVAILABLE =
  'The figures are not available right now. Scans are still being counted. Please try again in a moment.';

/** `GET /analytics`: the scans of all codes, or of those with a tag, as the address asks. */
export async function showAccountAnalytics(c: DashboardContext): Promise<Response> {
  const nowMs = c.get('deps').nowMs();
  const subject = toAccountSubject(await readKnownTags(c));
  const resolved = await resolveQuestion(
    { url: c.req.url, usualZone: readUsualZone(c), nowMs },
    subject,
    (question, period) => ask(c, question, period),
  );
  const { question, found } = resolved;
  return renderPage(
    c,
    { title: 'Analytics', section: 'Analytics' },
    <AnalyticsPage
      {...resolved}
      subject={subject}
      nowMs={nowMs}
      today={toLocalDay(nowMs, zoneOf(question))}
      unavailable={UNAVAILABLE}
      isOutdated={found !== null && isOutdated(found.statistics, nowMs)}
    />,
  );
}

async function ask(
  c: DashboardContext,
  question: Question,
  period: ScanPeriod,
): Promise<Found | null | readonly Obstacle[]> {
  const { by, compare, tag, filters } = question;
  const include = new Set<FilterDimension>(period.days.length === 1 ? ['hour'] : []);
  if (by !== 'device') include.add(by);
  try {
    const found = await readAccountScans(c.get('deps'), c.get('person').account.id, {
      ...toPeriodRequest(question),
      ...{ compare, tag, filters, isLenient: true },
      include: toDimensions([...include]),
    });
    if (found.ok) return toFound(found.value);
    return explain(found.error, question);
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    c.get('deps').reportFailure('account_analytics_failed', error);
    return isOfSums(question) ? null : [NO_SINGLE_SCANS];
  }
}

/** Rules and variants are no dimension of many codes: see `toAccountSubject`. */
function toDimensions(names: readonly FilterDimension[]): AccountDimension[] {
  return names.flatMap((name) => (name === 'device' || name === 'rule' || name === 'variant' ? [] : [name]));
}

function toFound({ countedAsOfMs, detailsAsOfMs, period, compared, ...scans }: AccountScans): Found {
  return { period, compared, split: null, detailsAsOfMs, statistics: { ...scans, asOfMs: countedAsOfMs } };
}

/** All scans by UTC day: these are kept as sums, and known without the log of single scans. */
const OF_SUMS = { filters: [], timeZone: undefined, usualZone: UTC } as const;

const NO_SINGLE_SCANS: Obstacle = {
  says: 'Single scans cannot be read right now, so there are no filters and no time zones but UTC: here are all scans, by UTC day. Please try again in a moment.',
  without: OF_SUMS,
};

const BEING_COUNTED: Obstacle = {
  says: 'There are so many scans that these are being counted now. Please look again in a minute: until then, here are all scans, by UTC day.',
  without: OF_SUMS,
};

function isOfSums(question: Question): boolean {
  return question.filters.length === 0 && zoneOf(question) === UTC;
}

/** What is in the way of a question, for people. */
function explain(problem: AccountStatisticsProblem, { tag }: Question): readonly Obstacle[] {
  switch (problem.reason) {
    case 'invalid_period':
      return toObstacles(problem.problems);
    case 'tag_not_found':
      return [
        { says: `No code has the tag ${tag} any more: here are all codes.`, without: { tag: undefined } },
      ];
    case 'tag_too_large':
      return [
        {
          says: `More than ${MAX_TAG_CODES} codes have the tag ${tag}: of so many there are no filters and no time zones but UTC.`,
          without: OF_SUMS,
        },
      ];
    case 'being_counted':
      return [BEING_COUNTED];
  }
}

/**
 * `GET /analytics/scans.csv`: the daily table, or with `by` that of a dimension. As that of one code, it refuses what the page would show
 * something else for.
 */
export async function downloadAccountScans(c: DashboardContext): Promise<Response> {
  const { dimensions } = toAccountSubject([]);
  const query = new URL(c.req.url).searchParams;
  const by = dimensions.find((dimension) => dimension === query.get('by')) ?? null;
  query.delete('by');
  const { question, problems } = readQuestion(query, dimensions, UTC);
  const { tag, filters } = question;
  const found = await readAccountScans(c.get('deps'), c.get('person').account.id, {
    ...toPeriodRequest(question),
    ...{ tag, filters },
    include: toDimensions(by === null ? [] : [by]),
  });
  if (!found.ok) problems.push(...explainRefusal(found.error, question));
  if (problems.length > 0 || !found.ok) throw new PageError(400, 'No such table', problems.join(' '));
  const ending = by === null ? ' scans.csv' : ` scans by ${by}.csv`;
  c.header('Content-Disposition', toAttachment(found.value.tag ?? 'All codes', 'codes', ending));
  return c.body(toTable(found.value, by), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}

function explainRefusal(problem: AccountStatisticsProblem, question: Question): string[] {
  return problem.reason === 'invalid_period'
    ? problem.problems.map(explainPeriod)
    : explain(problem, question).flatMap(({ says }) => says ?? []);
}

import { err } from '#core/result.ts';
import { STATISTICS_CSV_TYPE, toTableCsv } from '#core/scans/csv.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import { toLocalDay, UTC } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { listKnownTags } from '#service/codes/tags.ts';
import type { StatisticsProblem } from '#service/scans/plan-statistics.ts';
import { type KnownStatistics, readStatistics, type SumsReason } from '#service/scans/read-statistics.ts';
import { toAttachment } from '../frame/attachment.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { PageError, pageNotFound } from '../frame/page-error.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { renderPage } from '../frame/render.tsx';
import { readShares } from './sharing/shares.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { explainPeriod } from './explain-period.ts';
import {
  askedZoneOf,
  inUtc,
  type Question,
  readQuestion,
  type Resolved,
  resolveQuestion,
  toPeriod,
} from './question.ts';
import { readFigures } from './read-figures.ts';
import { type Subject, toAccountSubject, toScope } from './subject.ts';

/** `GET /analytics`: the scans of all codes, or of those with a tag, as the address requests. */
export async function showAccountAnalytics(c: DashboardContext): Promise<Response> {
  const texts = { title: say('Analytics'), section: 'Analytics' } as const;
  return showStatistics(c, toAccountSubject(), texts, () =>
    say(
      'The figures are not available right now. Scans are still being counted. Please try again in a moment.',
    ),
  );
}

interface Texts {
  readonly title: string;
  readonly section: 'Codes' | 'Analytics';
}

/**
 * Responds with the statistics of a subject, as the address requests.
 * @param explainNone the text if nothing is known
 */
export async function showStatistics(
  c: DashboardContext,
  subject: Subject,
  texts: Texts,
  explainNone: () => string | Promise<string>,
) {
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const query = new URL(c.req.url).searchParams;
  const { question, problems } = readQuestion(query, subject.dimensions, readUsualZone(c));
  // The path names a single code.
  const asked = subject.code === null ? question : { ...question, tag: undefined };
  const resolved = resolveQuestion(asked, nowMs);
  const [answer, tags, sharing] = await Promise.all([
    ask(c, subject, resolved),
    subject.code === null ? listKnownTags(deps, c.get('person').account.id) : null,
    readShares(c, subject.code),
  ]);
  const unavailable = answer.statistics === null ? await explainNone() : '';
  return renderPage(
    c,
    texts,
    <AnalyticsPage
      {...{ subject, tags, sharing, nowMs, unavailable }}
      question={answer.question}
      statistics={answer.statistics}
      period={answer.statistics?.period ?? resolved.period}
      today={toLocalDay(nowMs, askedZoneOf(question))}
      problems={[...problems, ...resolved.problems, ...answer.problems]}
      isInUtcInstead={resolved.question.isInUtc}
    />,
  );
}

interface Answer {
  /** The question whose figures are shown. */
  readonly question: Question;
  /** Null if nothing is known right now. */
  readonly statistics: KnownStatistics | null;
  readonly problems: readonly string[];
}

/** The figures of a question. If the stores cannot answer it, those of the nearest one that they can. */
export async function ask(c: DashboardContext, subject: Subject, resolved: Resolved): Promise<Answer> {
  const { question } = resolved;
  const { tag } = question;
  const asker = { accountId: c.get('person').account.id, scope: toScope(subject, tag) };
  const found = await readFigures(c, asker, resolved);
  if (found.ok) {
    const { sumsReason } = found.value;
    if (sumsReason === null) return { question, statistics: found.value, problems: [] };
    const sums = { ...inUtc(question, c.get('deps').nowMs()), filters: [] };
    return { question: sums, statistics: found.value, problems: [explainSums(sumsReason, tag)] };
  }
  if (found.error.reason === 'unavailable') return { question, statistics: null, problems: [] };
  // The code has been deleted.
  if (found.error.reason !== 'tag_not_found') throw pageNotFound();
  const answer = await ask(c, subject, { ...resolved, question: { ...question, tag: undefined } });
  return { ...answer, problems: [...answer.problems, ...explain(found.error, tag)] };
}

/** Why all scans are shown by UTC day instead of the requested ones. */
function explainSums(reason: SumsReason, tag: string | undefined): string {
  switch (reason) {
    case 'large_tag':
      return say(
        'More than {count, number} codes have the tag {tag}, which is too many for filters and for time zones other than UTC.',
        { count: MAX_TAG_CODES, tag: tag ?? '' },
      );
    case 'being_counted':
      return say(
        'There are so many scans that these are being counted now. Please look again in a minute: until then, here are all scans, by UTC day.',
      );
    case 'no_log':
      return say(
        'Individual scans cannot be read right now, so there are no filters and no time zone except UTC: here are all scans, by UTC day. Please try again in a moment.',
      );
  }
}

function explain(problem: StatisticsProblem, tag: string | undefined): string[] {
  switch (problem.reason) {
    case 'invalid_period':
      return problem.problems.map(explainPeriod);
    case 'tag_not_found':
      return [say('No code has the tag {tag} any more: here are all codes.', { tag: tag ?? '' })];
    case 'tag_too_large':
      return [explainSums('large_tag', tag)];
    case 'not_found':
    case 'code_not_dynamic':
      throw pageNotFound();
  }
}

/** `GET /analytics/scans.csv` */
export function downloadAccountScans(c: DashboardContext): Promise<Response> {
  return downloadStatistics(c, toAccountSubject(), (tag) => [tag ?? 'All codes', 'codes']);
}

/**
 * The daily table, or with `by` that of a dimension. It accepts the period, the zone and the filters of the page of statistics, and refuses
 * anything for which that page would show something else: a file does not show that its days differ.
 * @param nameOf the name of the file and, if that has none, another one
 */
export async function downloadStatistics(
  c: DashboardContext,
  subject: Subject,
  nameOf: (tag: string | null) => [name: string | null, otherName: string],
): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const by = subject.dimensions.find((dimension) => dimension === query.get('by')) ?? null;
  query.delete('by');
  const { question, problems } = readQuestion(query, subject.dimensions, UTC);
  const { tag, filters } = question;
  const deps = c.get('deps');
  const period = toPeriod({ ...question, compare: undefined }, deps.nowMs());
  const found = period.ok
    ? await readStatistics(deps, c.get('person').account.id, {
        ...{ scope: toScope(subject, tag), period: period.value, filters },
        include: by === null || by === 'device' ? [] : [by],
      })
    : err({ reason: 'invalid_period' as const, problems: period.error });
  if (!found.ok) problems.push(...explain(found.error, tag));
  if (problems.length > 0 || !found.ok) throw new PageError(400, say('No such table'), problems.join(' '));
  const ending = by === null ? ' scans.csv' : ` scans by ${by}.csv`;
  const [name, otherName] = nameOf(found.value.tag);
  c.header('Content-Disposition', toAttachment(name, otherName, ending));
  return c.body(toTableCsv(found.value, by, found.value.split), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}

import type { ScanPeriod } from '#core/scans/period.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { Overview } from '#service/overview/read-overview.ts';
import type { AccountStatistics } from '#service/scans/read-account-statistics.ts';
import { FirstCode } from '../codes/form/first-code.tsx';
import { EditorsOnly } from '../frame/editors-only.tsx';
import type { Form } from '../frame/form.ts';
import { formatCount } from '../frame/format-count.ts';
import { Minute } from '../frame/utc-time.tsx';
import { formatFullDay } from '../scans/words.ts';
import { ZONE_PROBLEMS } from '../scans/zone-problems.ts';
import { Attention, countNeeds } from './attention.tsx';
import { Change } from './change.tsx';
import { Choices, Periods } from './choices.tsx';
import { ScansOverTime } from './over-time.tsx';
import type { OverviewQuery } from './query.ts';
import { RankedCodes } from './ranked-codes.tsx';
import { WhoAndWhen } from './who-and-when.tsx';

interface OverviewPageProps {
  readonly overview: Overview;
  readonly query: OverviewQuery;
  /** The one that is shown. */
  readonly period: ScanPeriod;
  /** By the clocks of `zone`. */
  readonly today: string;
  /** The one that was asked for, or is usual. */
  readonly zone: TimeZone;
  /** What of the address was left out, in a sentence each. */
  readonly problems: readonly string[];
  readonly tags: readonly string[];
  readonly nowMs: number;
  /** For an account without codes. */
  readonly firstForm: Form;
}

/** Figures are asked for again after half a minute: older ones mean that the log of scans fails, or that there are very many. */
const OUTDATED_AFTER_MS = 60_000;

export function OverviewPage(props: OverviewPageProps) {
  const { overview } = props;
  if (overview.codes === 0 && overview.statistics.totalScans === 0)
    return <FirstCode form={props.firstForm} />;
  return <Figures {...props} />;
}

function Figures(props: OverviewPageProps) {
  const { overview, query, period, today, zone, problems, tags, nowMs } = props;
  const { statistics, isTagUnknown, zoneProblem } = overview;
  return (
    <div class="overview">
      <div class="page-head">
        <h1>Overview</h1>
        <Periods query={query} today={today} />
      </div>
      {problems.map((problem) => (
        <p class="notice error">{problem}</p>
      ))}
      <Choices {...{ query, period, today, zone, tags }} />
      {zoneProblem === null ? null : <p class="notice">{ZONE_PROBLEMS[zoneProblem]}</p>}
      {isTagUnknown ? (
        <p class="notice">No code has the tag {query.tag} any more. These are the figures of all codes.</p>
      ) : null}
      <Scans {...{ overview, statistics, query, today, nowMs }} />
      <Attention overview={overview} />
      <EditorsOnly>
        <p>
          <a href={query.tag === null ? '/shares' : `/shares?tag=${encodeURIComponent(query.tag)}`}>
            Share these statistics
          </a>{' '}
          with people who have no account.
        </p>
      </EditorsOnly>
    </div>
  );
}

interface ScansProps {
  readonly overview: Overview;
  readonly statistics: AccountStatistics;
  readonly query: OverviewQuery;
  readonly today: string;
  readonly nowMs: number;
}

function Scans({ overview, statistics, query, today, nowMs }: ScansProps) {
  const asOfMs = statistics.countedAsOfMs;
  return (
    <>
      <Totals {...{ overview, statistics, query, today }} />
      {nowMs - asOfMs <= OUTDATED_AFTER_MS ? null : (
        <p class="muted">
          {asOfMs === 0 ? null : (
            <>
              As of <Minute timeMs={asOfMs} />.{' '}
            </>
          )}
          Newer scans are not available right now. They are still being counted.
        </p>
      )}
      <ScansOverTime statistics={statistics} today={today} />
      <RankedCodes statistics={statistics} nowMs={nowMs} />
      <WhoAndWhen statistics={statistics} query={query} nowMs={nowMs} />
    </>
  );
}

function Totals({ overview, statistics, query, today }: Omit<ScansProps, 'nowMs'>) {
  const { totalScans, uniqueScans, detailsFrom, compared, newCodes, tag } = statistics;
  const needs = countNeeds(overview);
  const days = statistics.byDay.length;
  const during = describePeriod(statistics.period, today);
  const before = describeBefore(query.compare, days);
  const isComparable =
    detailsFrom === null && uniqueScans !== null && (compared?.uniqueScans ?? null) !== null;
  return (
    <dl class="totals">
      <div>
        <dt>{`Scans ${during}`}</dt>
        <dd>{formatCount(totalScans)}</dd>
        <dd class="change">
          {compared ? <Change now={totalScans} before={compared.totalScans} than={before} /> : null}
        </dd>
      </div>
      <div>
        <dt>Visitors of each code, added up</dt>
        <dd>{uniqueScans === null ? '–' : formatCount(uniqueScans)}</dd>
        <dd class="change">
          {detailsFrom !== null ? (
            `Known from ${detailsFrom} on`
          ) : uniqueScans === null ? (
            'Not known right now'
          ) : isComparable ? (
            <Change now={uniqueScans} before={compared?.uniqueScans ?? 0} than={before} />
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{`New codes ${during}`}</dt>
        <dd>{newCodes >= 10_000 ? '10,000 or more' : formatCount(newCodes)}</dd>
        <dd class="change">{tag === null ? `${formatCount(overview.codes)} in all` : null}</dd>
      </div>
      <div>
        <dt>Needs attention</dt>
        <dd>
          {needs === 0 ? 'Nothing' : <a href="#attention">{needs === 1 ? '1 thing' : `${needs} things`}</a>}
        </dd>
        <dd class="change">Of all codes</dd>
      </div>
    </dl>
  );
}

function describeBefore(compare: OverviewQuery['compare'], days: number): string {
  if (compare === 'previous_year') return days === 1 ? 'on that date a year before' : 'in the year before';
  return days === 1 ? 'on the day before' : `in the ${days} days before`;
}

/** `in 30 days`, `today` or `on Sat, 21 Nov 2026` */
function describePeriod({ days, firstDay }: ScanPeriod, today: string): string {
  if (days.length > 1) return `in ${days.length} days`;
  return firstDay === today ? 'today' : `on ${formatFullDay(firstDay)}`;
}

import { isLogged, type ScanPeriod, SCAN_RETENTION_DAYS } from '#core/scans/period.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import type { PeriodStatistics } from '#core/scans/statistics.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { formatChange } from '../overview/change.tsx';
import { Minute } from '../frame/utc-time.tsx';
import { Choices, DimensionTabs } from './choices.tsx';
import { NotableDays, SeriesTable, summarize } from './notable.tsx';
import { type Question, toCsvQuery } from './question.ts';
import { SeriesChart } from './charts/series-chart.tsx';
import { toSeries } from './charts/series.ts';
import type { Subject } from './subject.ts';
import { CountryMap } from './map/country-map.tsx';
import { hrefOfValue, ValuesTable } from './charts/values-table.tsx';
import { DIMENSION_NAMES, formatAverage, formatFullDay, isOutdated, NO_HOURS, UTC_INSTEAD } from './words.ts';
import { Notice } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';

export interface AnalyticsPageProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly period: ScanPeriod;
  readonly today: string;
  /** What of the address was left out, in a sentence each. */
  readonly problems: readonly string[];
  /** Whether days of the zone that was asked for are not known. */
  readonly isInUtcInstead: boolean;
  /** Null where nothing is known right now. */
  readonly statistics: Statistics | null;
  /** What is said then. */
  readonly unavailable: string;
  readonly nowMs: number;
}

/** Everything that is known of the scans of a code, or of many: any period, compared, filtered, and by each dimension. */
export function AnalyticsPage(props: AnalyticsPageProps) {
  const { subject, question, period, today, problems, statistics } = props;
  const { above } = subject;
  return (
    <>
      <PageHead
        back={above === null ? undefined : { href: above.path, label: <bdi>{above.name}</bdi> }}
        title={subject.heading}
      />
      {problems.map((problem) => (
        <Notice kind="error" role="note">
          {problem}
        </Notice>
      ))}
      <Choices {...{ subject, question, period, today }} />
      {props.isInUtcInstead ? <Notice>{UTC_INSTEAD.old_days}</Notice> : null}
      {statistics === null ? (
        <Notice>{props.unavailable}</Notice>
      ) : (
        <FoundScans {...props} statistics={statistics} />
      )}
    </>
  );
}

type FoundProps = AnalyticsPageProps & { readonly statistics: Statistics };

function FoundScans(props: FoundProps) {
  const { statistics, subject, question, nowMs } = props;
  const { path, csvPath } = subject;
  const series = toSeries(statistics, statistics.compared);
  const { by } = question;
  return (
    <>
      {isOutdated(statistics.countedAsOfMs, nowMs) ? (
        <Notice>
          {statistics.countedAsOfMs === 0 ? null : (
            <>
              As of <Minute timeMs={statistics.countedAsOfMs} />.{' '}
            </>
          )}
          Newer figures are not available right now; scans are still being counted.
        </Notice>
      ) : null}
      <AnalyticsTotals {...props} />
      <SeriesChart series={series} summary={summarize(series)} />
      <Notes {...props} />
      <NotableDays byDay={statistics.byDay} path={path} question={question} />
      <SeriesTable series={series} path={path} question={question} />
      <section id="breakdown" aria-labelledby="breakdown-heading">
        <h2 id="breakdown-heading">{`By ${DIMENSION_NAMES[by].toLowerCase()}`}</h2>
        <DimensionTabs subject={subject} question={question} />
        {statistics.breakdowns === null && by !== 'device' ? (
          <Notice>
            Not known right now: these scans are being counted, or single scans cannot be read. Please look
            again in a minute. Of a tag with more than {MAX_TAG_CODES} codes, only days and devices are known.
          </Notice>
        ) : (
          <Values {...props} />
        )}
      </section>
      <p>
        Download as CSV:{' '}
        <a href={csvPath + toCsvQuery(question, null)} download>
          by day
        </a>
        ,{' '}
        <a href={csvPath + toCsvQuery(question, by)} download>
          by {DIMENSION_NAMES[by].toLowerCase()}
        </a>
      </p>
    </>
  );
}

/** The values as a table, and countries on a map beside it, where there are some. */
function Values({ statistics, subject: { path }, question }: FoundProps) {
  const table = <ValuesTable path={path} question={question} statistics={statistics} />;
  const countries = statistics.breakdowns?.get('country') ?? [];
  if (question.by !== 'country' || countries.length === 0) return table;
  return (
    <div class="map-and-values">
      <CountryMap counts={countries} hrefOf={(country) => hrefOfValue(path, question, country)} />
      {table}
    </div>
  );
}

function AnalyticsTotals({ subject, statistics }: FoundProps) {
  const { period, compared, totalScans, uniqueScans, byDay, isEstimated } = statistics;
  const days = byDay.length;
  return (
    <dl class="totals">
      <Figure
        label="Scans"
        now={totalScans}
        before={compared?.totalScans ?? null}
        isEstimated={isEstimated}
      />
      <Figure
        label={subject.visitors + (isLogged(period) ? '' : ` since ${formatFullDay(period.loggedFrom)}`)}
        now={uniqueScans}
        before={compared?.uniqueScans ?? null}
        isEstimated={isEstimated}
      />
      {days > 1 ? (
        <div>
          <dt>Average per day</dt>
          <dd>{formatAverage(totalScans / days)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  /** Null where it is not known. */
  readonly now: number | null;
  /** Null where it is not compared, or not known. */
  readonly before: number | null;
  readonly isEstimated: boolean;
}

function Figure({ label, now, before, isEstimated }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {now === null ? '–' : formatCount(now)}
        {isEstimated ? <small> estimated</small> : null}
        {now === null || before === null ? null : (
          <small class="change">
            {' '}
            {formatChange(now, before)} <span class="muted">before: {formatCount(before)}</span>
          </small>
        )}
      </dd>
    </div>
  );
}

/** What has to be said of how the figures came about. */
function Notes({ statistics, question, today, nowMs }: FoundProps) {
  const { compared, period, countedAsOfMs, detailsAsOfMs, isEstimated } = statistics;
  return (
    <p class="muted notes">
      {`Time zone: ${period.zone}. `}
      {compared ? <ComparedNote compared={compared} period={period} today={today} /> : null}
      {isLogged(period)
        ? null
        : `Single scans are kept for ${SCAN_RETENTION_DAYS} days: visitors and the lists below begin on ${formatFullDay(period.loggedFrom)}. `}
      {detailsAsOfMs === null ||
      detailsAsOfMs === countedAsOfMs ||
      !isOutdated(detailsAsOfMs, nowMs) ? null : (
        <>
          Visitors and the lists below are as of <Minute timeMs={detailsAsOfMs} />.{' '}
        </>
      )}
      {question.filters.length > 0 ? 'Only scans that match the filters are counted. ' : null}
      {isEstimated
        ? 'There were so many scans that the log keeps a sample: the figures are estimates, and there were at least this many visitors.'
        : null}
    </p>
  );
}

function ComparedNote({
  compared,
  period,
  today,
}: {
  readonly compared: PeriodStatistics;
  readonly period: ScanPeriod;
  readonly today: string;
}) {
  const { firstDay, lastDay, zone } = compared.period;
  const days =
    firstDay === lastDay
      ? formatFullDay(firstDay)
      : `${formatFullDay(firstDay)} to ${formatFullDay(lastDay)}`;
  return (
    <>
      <span class="before-key" aria-hidden="true" />
      {` Compared with ${days}${zone === period.zone ? '' : `, in the time zone ${zone}`}. `}
      {compared.uniqueScans === null ? 'Its visitors are not known any more. ' : null}
      {period.days.length === 1 && !compared.breakdowns?.has('hour') ? NO_HOURS : null}
      {period.lastDay === today ? 'Today is not over yet. ' : null}
    </>
  );
}

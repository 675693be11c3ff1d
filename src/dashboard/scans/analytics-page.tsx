import type { Child } from 'hono/jsx';
import { isLogged, type ScanPeriod, SCAN_RETENTION_DAYS } from '#core/scans/period.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { Change } from '../overview/change.tsx';
import { Minute } from '../frame/utc-time.tsx';
import { Choices, DimensionSwitch } from './choices.tsx';
import { NotableDays, summarize } from './notable.tsx';
import { type Question, toCsvQuery, toQuery } from './question.ts';
import { SeriesTable } from './charts/figures-table.tsx';
import { SeriesChart } from './charts/series-chart.tsx';
import { toSeries } from './charts/series.ts';
import type { Subject } from './subject.ts';
import { CountryMap } from './map/country-map.tsx';
import { hrefOfValue, ValuesTable } from './charts/values-table.tsx';
import {
  describeDays,
  DIMENSION_NAMES,
  formatAverage,
  formatFullDay,
  isOutdated,
  NO_HOURS,
  SAME_WEEKDAYS,
  UTC_INSTEAD,
} from './words.ts';
import { Figure, Figures } from '../kit/figures.tsx';
import { Notice, Problems } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { SavedViews } from '../views/saved-views.tsx';

export interface AnalyticsPageProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly period: ScanPeriod;
  readonly today: string;
  /** The parts of the address that were left out, one sentence each. */
  readonly problems: readonly string[];
  /** Whether the days of the requested zone are unknown. */
  readonly isInUtcInstead: boolean;
  /** Null if nothing is known right now. */
  readonly statistics: Statistics | null;
  /** The text for that case. */
  readonly unavailable: string;
  readonly nowMs: number;
}

/** Everything about the scans of a code, or of many: any period, compared, filtered, and by each dimension. */
export function AnalyticsPage(props: AnalyticsPageProps) {
  const { subject, question, period, today, problems, statistics } = props;
  const { above } = subject;
  return (
    <div class="report analytics">
      <PageHead
        back={above === null ? undefined : { href: above.path, label: <bdi>{above.name}</bdi> }}
        title={subject.heading}
      />
      <SavedViews />
      <Problems problems={problems} />
      <Choices {...{ subject, question, period, today, statistics }} />
      {props.isInUtcInstead ? <Notice>{UTC_INSTEAD.old_days}</Notice> : null}
      {statistics === null ? (
        <Notice>{props.unavailable}</Notice>
      ) : (
        <FoundScans {...props} statistics={statistics} />
      )}
    </div>
  );
}

type FoundProps = AnalyticsPageProps & { readonly statistics: Statistics };

function FoundScans(props: FoundProps) {
  const { statistics, subject, question, nowMs } = props;
  const { path, csvPath } = subject;
  const series = toSeries(statistics, statistics.compared, toLocalDay(nowMs, statistics.period.zone));
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
      <section class="card" aria-label={`Scans by ${series.unit}`}>
        <SeriesChart series={series} summary={summarize(series)} />
        <Notes {...props} />
        <NotableDays byDay={statistics.byDay} path={path} question={question} />
        <SeriesTable
          series={series}
          zone={statistics.period.zone}
          hrefOf={(day) => path + toQuery(question, { range: undefined, from: day, to: day })}
        />
      </section>
      <section class="card" id="breakdown" aria-labelledby="breakdown-heading">
        <h2 id="breakdown-heading">{`By ${DIMENSION_NAMES[by].toLowerCase()}`}</h2>
        <DimensionSwitch subject={subject} question={question} />
        {statistics.breakdowns === null && by !== 'device' ? (
          <Notice>
            Not known right now: these scans are being counted, or single scans cannot be read. Please look
            again in a minute. Of a tag with more than {MAX_TAG_CODES} codes, only days and devices are known.
          </Notice>
        ) : (
          <Values {...props} />
        )}
      </section>
      <p class="on-screen">
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

/** The values as a table, and countries on a map beside it, if there are any. */
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
  const since = isLogged(period) ? '' : ` since ${formatFullDay(period.loggedFrom)}`;
  return (
    <Figures>
      <Figure
        label="Scans"
        value={totalScans}
        isEstimated={isEstimated}
        note={compare(totalScans, compared?.totalScans)}
      />
      <Figure
        label={subject.visitors + since}
        value={uniqueScans}
        isEstimated={isEstimated}
        note={compare(uniqueScans, compared?.uniqueScans)}
      />
      {days > 1 ? <Figure label="Average per day" value={formatAverage(totalScans / days)} /> : null}
    </Figures>
  );
}

/** Nothing if one of them is unknown. */
function compare(now: number | null, before: number | null | undefined): Child {
  if (now === null || before === null || before === undefined) return null;
  return (
    <>
      <Change now={now} before={before} /> before: {formatCount(before)}
    </>
  );
}

/** The notes on how the figures came about. */
function Notes({ statistics, question, today, nowMs }: FoundProps) {
  const { compared, period, countedAsOfMs, detailsAsOfMs, isEstimated } = statistics;
  return (
    <p class="muted notes">
      {`Days: ${describeDays(period)}. Time zone: ${period.zone}. `}
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
      {` Compared with ${days}${zone === period.zone ? '' : `, in the time zone ${zone}`}. ${SAME_WEEKDAYS} `}
      {compared.uniqueScans === null ? 'Its visitors are not known any more. ' : null}
      {period.days.length === 1 && !compared.breakdowns?.has('hour') ? NO_HOURS : null}
      {period.lastDay === today ? 'Today is not over yet. ' : null}
    </>
  );
}

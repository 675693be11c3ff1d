import { isLogged, type ScanPeriod, SCAN_RETENTION_DAYS } from '#core/scans/period.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ScanStatistics } from '#core/scans/scan.ts';
import type { CodeStatistics, ComparedStatistics } from '#service/scans/read-statistics.ts';
import { nameCode } from '../codes/name-code.ts';
import { formatCount } from '../frame/format-count.ts';
import { formatChange } from '../overview/change.tsx';
import { Minute } from '../frame/utc-time.tsx';
import { Choices, DimensionTabs } from './choices.tsx';
import { type Question, toCsvQuery, toQuery } from './question.ts';
import { SeriesChart } from './series-chart.tsx';
import { type Series, toSeries } from './series.ts';
import { ValuesTable } from './values-table.tsx';
import { DIMENSION_NAMES, formatAverage, formatFullDay, formatScans } from './words.ts';

export interface AnalyticsPageProps {
  readonly code: QrCode;
  /** Of the code's page; this one is below it. */
  readonly codePath: string;
  readonly question: Question;
  readonly period: ScanPeriod;
  readonly today: string;
  /** What of the address was left out, in a sentence each. */
  readonly problems: readonly string[];
  readonly lifetimeScans: number;
  /** Null where the scan log does not respond. */
  readonly found: CodeStatistics | null;
  readonly isOutdated: boolean;
}

/** Everything that is known of a code's scans: any period, compared, filtered, and by each dimension. */
export function AnalyticsPage(props: AnalyticsPageProps) {
  const { code, codePath, question, period, today, problems, found } = props;
  const path = `${codePath}/analytics`;
  return (
    <>
      <p class="back">
        <a href={codePath}>
          <span dir="auto">{nameCode(code)}</span>
        </a>
      </p>
      <h1>Scans</h1>
      {problems.map((problem) => (
        <p class="notice error">{problem}</p>
      ))}
      <Choices {...{ path, question, period, today }} />
      {found === null ? (
        <Unavailable lifetimeScans={props.lifetimeScans} />
      ) : (
        <Found {...props} found={found} path={path} />
      )}
    </>
  );
}

function Unavailable({ lifetimeScans }: { readonly lifetimeScans: number }) {
  return (
    <p class="notice">
      The figures are not available right now. Scans are still being counted: {formatScans(lifetimeScans)} of
      all time, as of the last count. Please try again in a moment.
    </p>
  );
}

type FoundProps = AnalyticsPageProps & { readonly found: CodeStatistics; readonly path: string };

function Found(props: FoundProps) {
  const { found, path, codePath, question, isOutdated } = props;
  const { statistics, compared, split } = found;
  const series = toSeries(statistics, compared?.byDay ?? null);
  const { by } = question;
  return (
    <>
      {isOutdated ? (
        <p class="notice">
          As of <Minute timeMs={statistics.asOfMs} />. Newer figures are not available right now; scans are
          still being counted.
        </p>
      ) : null}
      <AnalyticsTotals {...props} />
      <SeriesChart series={series} summary={summarize(series)} />
      <Notes {...props} />
      <NotableDays {...props} />
      <SeriesTable series={series} path={path} question={question} />
      <section id="breakdown" aria-labelledby="breakdown-heading">
        <h2 id="breakdown-heading">{`By ${DIMENSION_NAMES[by].toLowerCase()}`}</h2>
        <DimensionTabs path={path} question={question} />
        <ValuesTable path={path} question={question} statistics={statistics} split={split} />
      </section>
      <p>
        Download as CSV:{' '}
        <a href={`${codePath}/scans.csv${toCsvQuery(question, null)}`} download>
          by day
        </a>
        ,{' '}
        <a href={`${codePath}/scans.csv${toCsvQuery(question, by)}`} download>
          by {DIMENSION_NAMES[by].toLowerCase()}
        </a>
      </p>
    </>
  );
}

function AnalyticsTotals({ found: { statistics, compared, period } }: FoundProps) {
  const { totalScans, uniqueScans, byDay, isEstimated } = statistics;
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
        label={
          isLogged(period) ? 'Unique visitors' : `Unique visitors since ${formatFullDay(period.loggedFrom)}`
        }
        now={uniqueScans}
        before={compared?.uniqueScans ?? null}
        isEstimated={isEstimated}
      />
      {days > 1 ? (
        <div>
          <dt>Average a day</dt>
          <dd>{formatAverage(totalScans / days)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly now: number;
  /** Null where it is not compared, or not known. */
  readonly before: number | null;
  readonly isEstimated: boolean;
}

function Figure({ label, now, before, isEstimated }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatCount(now)}
        {isEstimated ? <small> estimated</small> : null}
        {before === null ? null : (
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
function Notes({ found, question, today }: FoundProps) {
  const { statistics, compared, period } = found;
  return (
    <p class="muted notes">
      {`Time zone: ${period.zone}. `}
      {compared ? <ComparedNote compared={compared} period={period} today={today} /> : null}
      {isLogged(period)
        ? null
        : `Single scans are kept for ${SCAN_RETENTION_DAYS} days: visitors and the lists below begin on ${formatFullDay(period.loggedFrom)}. `}
      {question.filters.length > 0 ? 'Only scans that match the filters are counted. ' : null}
      {statistics.isEstimated
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
  readonly compared: ComparedStatistics;
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
      {period.lastDay === today ? 'Today counts as far as it has come. ' : null}
    </>
  );
}

const NOTABLE_DAYS = 3;

/** The days with most scans: none where hardly any day had some. */
function NotableDays({ found: { statistics }, path, question }: FoundProps) {
  const days = listNotableDays(statistics);
  if (days.length === 0) return null;
  return (
    <p>
      Most scans:{' '}
      {days.map(({ date, scans }, i) => (
        <>
          {i === 0 ? '' : ', '}
          <a href={path + toQuery(question, { range: undefined, from: date, to: date })}>
            {formatFullDay(date)}
          </a>{' '}
          ({formatCount(scans)})
        </>
      ))}
    </p>
  );
}

function listNotableDays({ byDay }: ScanStatistics): ScanStatistics['byDay'] {
  if (byDay.length <= NOTABLE_DAYS) return [];
  return byDay
    .filter(({ scans }) => scans > 0)
    .toSorted((a, b) => b.scans - a.scans || (a.date < b.date ? 1 : -1))
    .slice(0, NOTABLE_DAYS);
}

function summarize({ unit, stretches }: Series): string {
  const most = stretches.reduce<Series['stretches'][number] | null>(
    (best, one) => (one.scans > (best?.scans ?? 0) ? one : best),
    null,
  );
  return most === null
    ? 'No scans.'
    : `The ${unit} with most scans: ${most.name}, ${formatScans(most.scans)}.`;
}

function SeriesTable({
  series,
  path,
  question,
}: { readonly series: Series } & Pick<FoundProps, 'path' | 'question'>) {
  const { unit, stretches } = series;
  const isCompared = stretches.some(({ before }) => before !== null);
  return (
    <details class="series-figures">
      <summary>{`Scans by ${unit}: the figures`}</summary>
      <table>
        <caption class="visually-hidden">{`Scans by ${unit}`}</caption>
        <thead>
          <tr>
            <th scope="col">{unit.charAt(0).toUpperCase() + unit.slice(1)}</th>
            <th scope="col">Scans</th>
            {isCompared ? <th scope="col">Before</th> : null}
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ name, scans, before, day }) => (
            <tr>
              <th scope="row">
                {day === null ? (
                  name
                ) : (
                  <a href={path + toQuery(question, { range: undefined, from: day, to: day })}>{name}</a>
                )}
              </th>
              <td>{formatCount(scans)}</td>
              {isCompared ? <td>{before === null ? '' : formatCount(before.scans)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

import type { Child } from 'hono/jsx';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { isLogged, SCAN_RETENTION_DAYS, type ScanPeriod } from '#core/scans/period.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { say, sayRich } from '#languages/say.ts';
import { formatCount } from '../kit/format-count.ts';
import { Figure, Figures } from '../kit/figures.tsx';
import { Notice } from '../kit/notice.tsx';
import { Change } from './charts/change.tsx';
import { ScansOverTime } from './charts/over-time.tsx';
import { toSeries } from './charts/series.ts';
import { hrefOfValue, ValuesTable } from './charts/values-table.tsx';
import { AsOf } from './figures.tsx';
import { CountryMap } from './map/country-map.tsx';
import { NotableDays, summarize } from './notable.tsx';
import { type Question, toQuery } from './question.ts';
import { BY_DIMENSION, describeDays, formatAverage, formatFullDay, isOutdated } from './words.ts';
import type { ScanStatistics } from '#core/scans/statistics.ts';
import { Minute } from '../frame/utc-time.tsx';

export interface AnswerProps {
  readonly question: Question;
  readonly statistics: Statistics;
  /** The name for its visitors: those of many codes are added up. */
  readonly visitors: string;
  /** The page to which days and values link; null for readers who may see nothing else. */
  readonly path: string | null;
  readonly nowMs: number;
  /** The other lists to choose. */
  readonly lists?: Child;
}

/** The scans that a question asks for: how many, over time, and by one dimension. */
export function Answer(props: AnswerProps) {
  const { question, statistics, path, nowMs, lists } = props;
  const { by } = question;
  const dayLink = path === null ? undefined : (day: string) => path + toQuery(question, toOneDay(day));
  const today = toLocalDay(nowMs, statistics.period.zone);
  const series = toSeries(statistics, statistics.compared, today);
  return (
    <>
      {isOutdated(statistics.countedAsOfMs, nowMs) ? <Outdated asOfMs={statistics.countedAsOfMs} /> : null}
      <Totals {...props} />
      <ScansOverTime statistics={statistics} nowMs={nowMs} hrefOf={dayLink}>
        <Notes statistics={statistics} isFiltered={question.filters.length > 0} nowMs={nowMs} />
        {series.unit === 'hour' ? (
          <p>{summarize(series)}</p>
        ) : (
          <NotableDays byDay={statistics.byDay} hrefOf={dayLink} />
        )}
      </ScansOverTime>
      <section class="card" id="breakdown" aria-labelledby="breakdown-heading">
        <h2 id="breakdown-heading">{say(BY_DIMENSION[by])}</h2>
        {lists}
        {statistics.breakdowns === null && by !== 'device' ? (
          <Notice>
            {say(
              'Not known right now: these scans are being counted, or individual scans cannot be read. Please look again in a minute. For a tag with more than {count, number} codes, only days and devices are known.',
              { count: MAX_TAG_CODES },
            )}
          </Notice>
        ) : (
          <Values {...props} />
        )}
      </section>
    </>
  );
}

function toOneDay(day: string): Pick<Question, 'range' | 'from' | 'to'> {
  return { range: undefined, from: day, to: day };
}

function Outdated({ asOfMs }: { readonly asOfMs: number }) {
  return (
    <Notice>
      {asOfMs === 0 ? (
        say('Newer figures are not available right now; scans are still being counted.')
      ) : (
        <AsOf timeMs={asOfMs} />
      )}
    </Notice>
  );
}

/** The values as a table, and countries on a map beside it, if there are any. */
function Values({ statistics, path, question }: AnswerProps) {
  const table = <ValuesTable path={path} question={question} statistics={statistics} />;
  const countries = statistics.breakdowns?.get('country') ?? [];
  if (question.by !== 'country' || countries.length === 0) return table;
  const hrefOf = path === null ? null : (country: string) => hrefOfValue(path, question, country);
  return (
    <div class="map-and-values split">
      <CountryMap counts={countries} hrefOf={hrefOf} />
      {table}
    </div>
  );
}

function Totals({ visitors, statistics }: AnswerProps) {
  const { period, compared, totalScans, uniqueScans, byDay, isEstimated } = statistics;
  const label = isLogged(period)
    ? visitors
    : say('{visitors} since {day}', { visitors, day: formatFullDay(period.loggedFrom) });
  return (
    <Figures>
      <Figure
        label={say('Scans')}
        value={totalScans}
        isEstimated={isEstimated}
        {...compare(totalScans, compared?.totalScans)}
      />
      <Figure
        label={label}
        value={uniqueScans}
        isEstimated={isEstimated}
        {...compare(uniqueScans, compared?.uniqueScans)}
      />
      {byDay.length > 1 ? (
        <Figure label={say('Average per day')} value={formatAverage(totalScans / byDay.length)} />
      ) : null}
    </Figures>
  );
}

/** Nothing if one of them is unknown. */
function compare(now: number | null, before: number | null | undefined) {
  if (now === null || before === null || before === undefined) return {};
  return {
    change: <Change now={now} before={before} />,
    note: say('before: {count}', { count: formatCount(before) }),
  };
}

interface NotesProps {
  readonly statistics: ScanStatistics;
  readonly isFiltered: boolean;
  readonly nowMs: number;
}

/** How the figures came about, one sentence after the other. */
function Notes({ statistics, isFiltered, nowMs }: NotesProps) {
  const { period, compared, countedAsOfMs, detailsAsOfMs, isEstimated } = statistics;
  const areDetailsOld =
    detailsAsOfMs !== null && detailsAsOfMs !== countedAsOfMs && isOutdated(detailsAsOfMs, nowMs);
  const notes = [
    say('Time zone: {zone}.', { zone: period.zone }),
    compared && describeComparison(compared, period),
    compared?.uniqueScans === null && say('Its visitors are no longer known.'),
    !isLogged(period) &&
      say(
        'Individual scans are kept for {count, number} days: visitors and the lists below begin on {day}.',
        {
          count: SCAN_RETENTION_DAYS,
          day: formatFullDay(period.loggedFrom),
        },
      ),
    areDetailsOld &&
      sayRich('Visitors and the lists below are as of {time}.', { time: <Minute timeMs={detailsAsOfMs} /> }),
    isFiltered && say('Only scans that match the filters are counted.'),
    isEstimated &&
      say(
        'There were so many scans that the log keeps a sample: the figures are estimates, and there were at least this many visitors.',
      ),
  ];
  return <p class="muted notes">{notes.map((note) => (note ? <>{note} </> : null))}</p>;
}

function describeComparison(
  { period: before }: NonNullable<ScanStatistics['compared']>,
  { days: { length }, zone }: ScanPeriod,
): string | null {
  const days = describeDays(before);
  // Beside more than one day, the key of the chart names these.
  if (before.zone === zone && length > 1) return null;
  return before.zone === zone
    ? say('Compared with {days}.', { days })
    : say('Compared with {days}, in the time zone {zone}.', { days, zone: before.zone });
}

import type { PropsWithChildren } from 'hono/jsx';
import type { ScanStatistics } from '#core/scans/statistics.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { SeriesChart } from './series-chart.tsx';
import { SeriesTable } from './figures-table.tsx';
import { nameSeries, toSeries } from './series.ts';
import { describeDays, formatFullDay, NO_HOURS, SAME_WEEKDAYS } from '../words.ts';
import { LineChart } from './line-chart.tsx';

interface ScansOverTimeProps {
  readonly statistics: ScanStatistics;
  readonly nowMs: number;
  /** The link of a day in the table; without it, none. */
  readonly hrefOf?: ((day: string) => string) | undefined;
}

/** Scans over time: a line of days, weeks or months, and bars for the hours of a single day. `children` are notes below it. */
export function ScansOverTime({
  statistics,
  nowMs,
  hrefOf,
  children,
}: PropsWithChildren<ScansOverTimeProps>) {
  const { byDay, compared, period, totalScans } = statistics;
  const today = toLocalDay(nowMs, period.zone);
  const series = toSeries(statistics, compared, today);
  const scans = { scans: totalScans };
  const summary = compared
    ? say('{scans, plural, one {# scan} other {# scans}}, {before, number} before.', {
        ...scans,
        before: compared.totalScans,
      })
    : say('{scans, plural, one {# scan} other {# scans}}.', scans);
  return (
    <section class="chart line-chart card" aria-labelledby="over-time">
      <div class="apart">
        <h2 id="over-time">{nameSeries(series.unit)}</h2>
        {byDay.length > 1 ? (
          <p class="key cluster flush fine">
            <span class="now">{describeDays(period)}</span>
            {period.lastDay === today ? <span class="so-far">{say('Today so far')}</span> : null}
            {compared ? <span class="before">{describeDays(compared.period)}</span> : null}
          </p>
        ) : null}
      </div>
      {byDay.length > 1 ? (
        <LineChart series={series} summary={summary} />
      ) : (
        <SeriesChart series={series} summary={summary} />
      )}
      {compared ? (
        <p class="muted">
          {say(SAME_WEEKDAYS)}
          {period.lastDay === today ? <> {say('Today is not over yet.')}</> : null}
        </p>
      ) : null}
      {byDay.length === 1 && compared && !compared.breakdowns?.has('hour') ? (
        <p class="muted">
          {say('{day} is compared as a whole.', { day: formatFullDay(compared.period.firstDay) })}{' '}
          {say(NO_HOURS)}
        </p>
      ) : null}
      {children}
      <SeriesTable series={series} zone={period.zone} hrefOf={hrefOf} />
    </section>
  );
}

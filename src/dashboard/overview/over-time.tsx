import type { ScanStatistics } from '#core/scans/statistics.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { formatCount } from '../frame/format-count.ts';
import { SeriesChart } from '../scans/charts/series-chart.tsx';
import { SeriesTable } from '../scans/charts/figures-table.tsx';
import { toSeries } from '../scans/charts/series.ts';
import { describeDays, formatFullDay, formatScans, NO_HOURS, SAME_WEEKDAYS } from '../scans/words.ts';
import { LineChart } from './line-chart.tsx';

/** Scans over time: a line of days, weeks or months, and bars for the hours of a single day. */
export function ScansOverTime({
  statistics,
  nowMs,
}: {
  readonly statistics: ScanStatistics;
  readonly nowMs: number;
}) {
  const { byDay, compared, period, totalScans } = statistics;
  const today = toLocalDay(nowMs, period.zone);
  const series = toSeries(statistics, compared, today);
  const summary = `${formatScans(totalScans)}${compared ? `, ${formatCount(compared.totalScans)} before` : ''}.`;
  return (
    <section class="chart line-chart card" aria-labelledby="over-time">
      <div class="heading-row">
        <h2 id="over-time">{`Scans by ${series.unit}`}</h2>
        {byDay.length > 1 ? (
          <p class="key">
            <span class="now">{describeDays(period)}</span>
            {period.lastDay === today ? <span class="so-far">Today so far</span> : null}
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
          {SAME_WEEKDAYS}
          {period.lastDay === today ? ' Today is not over yet.' : null}
        </p>
      ) : null}
      {byDay.length === 1 && compared && !compared.breakdowns?.has('hour') ? (
        <p class="muted">
          {formatFullDay(compared.period.firstDay)} is compared as a whole. {NO_HOURS}
        </p>
      ) : null}
      <SeriesTable series={series} zone={period.zone} />
    </section>
  );
}

import type { ScanStatistics } from '#core/scans/statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { SeriesChart } from '../scans/charts/series-chart.tsx';
import { SeriesTable } from '../scans/charts/figures-table.tsx';
import { toSeries } from '../scans/charts/series.ts';
import { describeDays, formatFullDay, formatScans, NO_HOURS, SAME_WEEKDAYS } from '../scans/words.ts';
import { LineChart } from './line-chart.tsx';

/** Scans over time: a line of days, weeks or months, and bars for the hours of a single day. */
export function ScansOverTime({
  statistics,
  today,
}: {
  readonly statistics: ScanStatistics;
  readonly today: string;
}) {
  const { byDay, compared, period, totalScans } = statistics;
  const series = toSeries(statistics, compared);
  const summary = `${formatScans(totalScans)}${compared ? `, ${formatCount(compared.totalScans)} before` : ''}.`;
  return (
    <section class="chart line-chart" aria-labelledby="over-time">
      <div class="heading-row">
        <h2 id="over-time">{`Scans by ${series.unit}`}</h2>
        {compared && byDay.length > 1 ? (
          <p class="key">
            <span class="now">{describeDays(period)}</span>
            <span class="before">{describeDays(compared.period)}</span>
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

import { say } from '#languages/say.ts';
import type { ScanStatistics } from '#core/scans/statistics.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { SeriesChart } from '../scans/charts/series-chart.tsx';
import { SeriesTable } from '../scans/charts/figures-table.tsx';
import { toSeries } from '../scans/charts/series.ts';
import { describeDays, formatFullDay, formatScans } from '../scans/words.ts';
import { LineChart } from './line-chart.tsx';
import { SCANS_BY } from './words.ts';

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
  const summary = compared
    ? say('{scans, plural, one {# scan} other {# scans}}, {before, number} before.', {
        scans: totalScans,
        before: compared.totalScans,
      })
    : `${formatScans(totalScans)}.`;
  return (
    <section class="chart line-chart card" aria-labelledby="over-time">
      <div class="heading-row">
        <h2 id="over-time">{say(SCANS_BY[series.unit])}</h2>
        {byDay.length > 1 ? (
          <p class="key">
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
          {say('Each day is compared with the same day of the week.')}{' '}
          {period.lastDay === today ? say('Today is not over yet.') : null}
        </p>
      ) : null}
      {byDay.length === 1 && compared && !compared.breakdowns?.has('hour') ? (
        <p class="muted">
          {say(
            '{day} is compared as a whole: its hours are not known, because its individual scans are no longer kept.',
            { day: formatFullDay(compared.period.firstDay) },
          )}
        </p>
      ) : null}
      <SeriesTable series={series} zone={period.zone} />
    </section>
  );
}

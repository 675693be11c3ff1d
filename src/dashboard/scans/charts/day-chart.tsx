import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { DAY_CHART_BASELINE, DAY_CHART_HEIGHT, type DayChartLayout, layOutDays } from './chart-geometry.ts';
import { formatDay, formatScans } from '../words.ts';
import { ValueAxis } from './value-axis.tsx';

/** Scans by day as bars. The chart is laid out in percent across, so that its text keeps its size on every screen. */
export function DayChart({
  statistics,
}: {
  readonly statistics: Pick<PeriodStatistics, 'byDay' | 'totalScans'>;
}) {
  const { byDay, totalScans } = statistics;
  const { bars, ticks, labels } = layOutDays(byDay);
  const busiest = byDay.reduce((most, day) => (day.scans > most.scans ? day : most), { date: '', scans: 0 });
  return (
    <div class="day-chart">
      <ValueAxis ticks={ticks} height={DAY_CHART_HEIGHT} />
      <svg
        class="plot"
        width="100%"
        height={DAY_CHART_HEIGHT}
        role="img"
        aria-labelledby="day-chart-title day-chart-desc"
      >
        <title id="day-chart-title">Scans by day</title>
        <desc id="day-chart-desc">
          {`${formatScans(totalScans)} in ${byDay.length} days`}
          {busiest.scans > 0 ? `, the most on ${formatDay(busiest.date)}: ${busiest.scans}.` : '.'}
        </desc>
        {ticks.map(({ y }) => (
          <line class="grid" x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {bars.map((bar) => (
          <DayBar {...bar} />
        ))}
        {labels.map(({ date, x, anchor }) => (
          <text x={`${x}%`} y={DAY_CHART_HEIGHT - 8} text-anchor={anchor}>
            {formatDay(date)}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** The whole width of the day shows its number of scans on hover, not only the bar. */
function DayBar({ date, scans, room, x, width, y, height }: DayChartLayout['bars'][number]) {
  return (
    <g class="day">
      <title>{`${formatDay(date)}: ${formatScans(scans)}`}</title>
      <rect class="room" x={`${room.x}%`} width={`${room.width}%`} y="0" height={DAY_CHART_BASELINE} />
      {height > 0 ? <rect class="bar" x={`${x}%`} width={`${width}%`} y={y} height={height} /> : null}
    </g>
  );
}

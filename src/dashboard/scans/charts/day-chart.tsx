import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { formatDay, formatScans } from '../words.ts';
import { DAY_CHART_BASELINE, DAY_CHART_HEIGHT, layOutDays } from './chart-geometry.ts';
import { Bar, Place, Plot } from './plot.tsx';

/** Scans by day as bars. */
export function DayChart({
  statistics: { byDay, totalScans },
}: {
  readonly statistics: Pick<PeriodStatistics, 'byDay' | 'totalScans'>;
}) {
  const { bars, ticks, labels } = layOutDays(byDay);
  const busiest = byDay.reduce((most, day) => (day.scans > most.scans ? day : most), { date: '', scans: 0 });
  const most = busiest.scans > 0 ? `, the most on ${formatDay(busiest.date)}: ${busiest.scans}.` : '.';
  return (
    <Plot
      id="day-chart"
      title="Scans by day"
      description={`${formatScans(totalScans)} in ${byDay.length} days${most}`}
      height={DAY_CHART_HEIGHT}
      ticks={ticks}
    >
      {bars.map((bar) => (
        <Place
          says={`${formatDay(bar.date)}: ${formatScans(bar.scans)}`}
          room={bar.room}
          baseline={DAY_CHART_BASELINE}
        >
          <Bar {...bar} />
        </Place>
      ))}
      {labels.map(({ date, x, anchor }) => (
        <text x={`${x}%`} y={DAY_CHART_HEIGHT - 8} text-anchor={anchor}>
          {formatDay(date)}
        </text>
      ))}
    </Plot>
  );
}

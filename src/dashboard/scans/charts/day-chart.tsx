import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { say } from '#languages/say.ts';
import { formatDay } from '../words.ts';
import { DAY_CHART_BASELINE, DAY_CHART_HEIGHT, layOutDays } from './chart-geometry.ts';
import { nameSeries } from './series.ts';
import { Bar, Place, Plot } from './plot.tsx';

/** Scans by day as bars. */
export function DayChart({
  statistics: { byDay, totalScans },
}: {
  readonly statistics: Pick<PeriodStatistics, 'byDay' | 'totalScans'>;
}) {
  const { bars, ticks, labels } = layOutDays(byDay);
  const busiest = byDay.reduce((most, day) => (day.scans > most.scans ? day : most), { date: '', scans: 0 });
  const total = { scans: totalScans, days: byDay.length };
  const description =
    busiest.scans === 0
      ? say('{scans, plural, one {# scan} other {# scans}} in {days, number} days.', total)
      : say(
          '{scans, plural, one {# scan} other {# scans}} in {days, number} days, the most on {day}: {most, number}.',
          { ...total, day: formatDay(busiest.date), most: busiest.scans },
        );
  return (
    <Plot
      id="day-chart"
      title={nameSeries('day')}
      description={description}
      height={DAY_CHART_HEIGHT}
      ticks={ticks}
    >
      {bars.map((bar) => (
        <Place
          says={say('{code}: {scans, plural, one {# scan} other {# scans}}', {
            code: formatDay(bar.date),
            scans: bar.scans,
          })}
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

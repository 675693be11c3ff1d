import type { AccountStatistics } from '#service/scans/read-account-statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { formatDay, formatScans } from '../scans/words.ts';
import { LINE_CHART_BASELINE, LINE_CHART_HEIGHT, layOutLines } from './line-geometry.ts';
import { ValueAxis } from '../scans/value-axis.tsx';

/** Scans by day as a line, over those of the period before. The lines stretch with the page; the text keeps its size. */
export function LineChart({ statistics }: { readonly statistics: AccountStatistics }) {
  const { byDay, compared, totalScans } = statistics;
  const before = compared?.byDay ?? [];
  const layout = layOutLines(
    byDay.map(({ scans }) => scans),
    before.map(({ scans }) => scans),
  );
  const say = (i: number) =>
    `${formatDay(byDay[i]?.date ?? '')}: ${formatScans(byDay[i]?.scans ?? 0)}${before[i] ? `; ${formatDay(before[i].date)} before: ${formatCount(before[i].scans)}` : ''}`;
  return (
    <section class="chart line-chart" aria-labelledby="by-day">
      <div class="heading-row">
        <h2 id="by-day">Scans by day</h2>
        <p class="key">
          <span class="now">This period</span> <span class="before">Before</span>
        </p>
      </div>
      <div class="day-chart">
        <ValueAxis ticks={layout.ticks} height={LINE_CHART_HEIGHT} />
        <svg class="plot" width="100%" height={LINE_CHART_HEIGHT} role="img" aria-labelledby="lines-title">
          <title id="lines-title">
            {`${formatScans(totalScans)} in ${byDay.length} days, ${formatCount(compared?.totalScans ?? 0)} in the period before. The figures stand below.`}
          </title>
          {layout.ticks.map(({ y }) => (
            <line class="grid" x1="0" x2="100%" y1={y} y2={y} />
          ))}
          <svg
            viewBox={`0 0 1000 ${LINE_CHART_HEIGHT}`}
            width="100%"
            height={LINE_CHART_HEIGHT}
            preserveAspectRatio="none"
          >
            <polyline class="before" points={layout.before} vector-effect="non-scaling-stroke" />
            <polyline class="now" points={layout.now} vector-effect="non-scaling-stroke" />
          </svg>
          {layout.days.map(({ x, width }, i) => (
            <g class="day">
              <title>{say(i)}</title>
              <rect class="room" x={`${x}%`} width={`${width}%`} y="0" height={LINE_CHART_BASELINE} />
            </g>
          ))}
          {layout.labels.map(({ index, x, anchor }) => (
            <text x={`${x}%`} y={LINE_CHART_HEIGHT - 8} text-anchor={anchor}>
              {formatDay(byDay[index]?.date ?? '')}
            </text>
          ))}
        </svg>
      </div>
      <details>
        <summary>Scans by day: the figures</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col">Scans</th>
              <th scope="col">Before</th>
            </tr>
          </thead>
          <tbody>
            {byDay.map(({ date, scans }, i) => (
              <tr>
                <th scope="row">{formatDay(date)}</th>
                <td>{formatCount(scans)}</td>
                <td>{before[i] ? formatCount(before[i].scans) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

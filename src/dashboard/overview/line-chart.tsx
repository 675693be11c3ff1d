import { ValueAxis } from '../scans/charts/value-axis.tsx';
import { describeStretch } from '../scans/charts/series-chart.tsx';
import type { Series } from '../scans/charts/series.ts';
import { LINE_CHART_BASELINE, LINE_CHART_HEIGHT, layOutLines } from './line-geometry.ts';

interface LineChartProps {
  readonly series: Series;
  readonly summary: string;
}

/** Scans over time as a line, over those of the period before. The lines stretch with the page; the text keeps its size. */
export function LineChart({ series: { stretches, unit }, summary }: LineChartProps) {
  const layout = layOutLines(
    stretches.map(({ scans }) => scans),
    stretches.flatMap(({ before }) => (before ? [before.scans] : [])),
  );
  return (
    <div class="day-chart">
      <ValueAxis ticks={layout.ticks} height={LINE_CHART_HEIGHT} />
      <svg class="plot" width="100%" height={LINE_CHART_HEIGHT} role="img" aria-labelledby="lines-title">
        <title id="lines-title">{`Scans by ${unit}: ${summary} The table below has the figures.`}</title>
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
        {layout.days.map(({ x, width }, i) => {
          const stretch = stretches[i];
          return stretch ? (
            <g class="day">
              <title>{describeStretch(stretch)}</title>
              <rect class="room" x={`${x}%`} width={`${width}%`} y="0" height={LINE_CHART_BASELINE} />
            </g>
          ) : null;
        })}
        {layout.labels.map(({ index, x, anchor }) => (
          <text x={`${x}%`} y={LINE_CHART_HEIGHT - 8} text-anchor={anchor}>
            {stretches[index]?.label}
          </text>
        ))}
      </svg>
    </div>
  );
}

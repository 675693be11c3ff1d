import { Place, Plot } from '../scans/charts/plot.tsx';
import { describeStretch } from '../scans/charts/series-chart.tsx';
import type { Series } from '../scans/charts/series.ts';
import { LINE_CHART_BASELINE, LINE_CHART_HEIGHT, layOutLines } from './line-geometry.ts';

interface LineChartProps {
  readonly series: Series;
  readonly summary: string;
}

/** Scans over time as a line, above the line of the previous period. The lines stretch with the page; the text keeps its size. */
export function LineChart({ series: { stretches, unit }, summary }: LineChartProps) {
  const layout = layOutLines(
    stretches.map(({ scans }) => scans),
    stretches.flatMap(({ before }) => (before ? [before.scans] : [])),
  );
  return (
    <Plot
      id="lines"
      title={`Scans by ${unit}`}
      description={`${summary} The table below has the figures.`}
      height={LINE_CHART_HEIGHT}
      ticks={layout.ticks}
    >
      <svg
        viewBox={`0 0 1000 ${LINE_CHART_HEIGHT}`}
        width="100%"
        height={LINE_CHART_HEIGHT}
        preserveAspectRatio="none"
      >
        <polyline class="before" points={layout.before} vector-effect="non-scaling-stroke" />
        <polyline class="now" points={layout.now} vector-effect="non-scaling-stroke" />
      </svg>
      {stretches.map((stretch, i) => (
        <Place
          says={describeStretch(stretch)}
          room={layout.days[i] ?? { x: 0, width: 0 }}
          baseline={LINE_CHART_BASELINE}
        />
      ))}
      {layout.labels.map(({ index, x, anchor }) => (
        <text x={`${x}%`} y={LINE_CHART_HEIGHT - 8} text-anchor={anchor}>
          {stretches[index]?.label}
        </text>
      ))}
    </Plot>
  );
}

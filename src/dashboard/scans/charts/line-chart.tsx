import { say } from '#languages/say.ts';
import { Place, Plot } from './plot.tsx';
import { describeStretch, describeUse } from './series-chart.tsx';
import { nameSeries, type Series, type Stretch } from './series.ts';
import {
  LINE_CHART_BASELINE,
  LINE_CHART_HEIGHT,
  type LineChartLayout,
  layOutLines,
} from './line-geometry.ts';

interface LineChartProps {
  readonly series: Series;
  readonly summary: string;
}

/**
 * Scans over time as a line, above the line of the previous period. The lines stretch with the page; the text keeps its size. The script
 * shows the figures of a day above it (browser/scans/read-chart.ts); without it, the mouse shows them, and the table below has them all.
 */
export function LineChart({ series: { stretches, unit }, summary }: LineChartProps) {
  const layout = layOutLines(
    stretches.map(({ scans }) => scans),
    stretches.flatMap(({ before }) => (before ? [before.scans] : [])),
    stretches.at(-1)?.isOpen,
  );
  return (
    <div class="tipped" data-chart={describeUse(unit)}>
      <output class="tip" />
      <Plot
        id="lines"
        title={nameSeries(unit)}
        description={say('{summary} The table below has the figures.', { summary })}
        height={LINE_CHART_HEIGHT}
        ticks={layout.ticks}
      >
        <svg
          viewBox={`0 0 1000 ${LINE_CHART_HEIGHT}`}
          width="100%"
          height={LINE_CHART_HEIGHT}
          preserveAspectRatio="none"
        >
          <polygon fill="var(--chart-now)" fill-opacity="0.1" points={layout.area} />
          <polyline {...LINE} stroke="var(--chart-before)" stroke-width="1.5" points={layout.before} />
          <polyline {...LINE} stroke="var(--chart-now)" points={layout.now} />
          <polyline {...LINE} stroke="var(--chart-now)" stroke-dasharray="4 4" points={layout.soFar} />
        </svg>
        {layout.days.map((day, i) => (
          <LineDay day={day} stretch={stretches[i]} />
        ))}
        {layout.labels.map(({ index, x, anchor }) => (
          <text x={`${x}%`} y={LINE_CHART_HEIGHT - 8} text-anchor={anchor}>
            {stretches[index]?.label}
          </text>
        ))}
      </Plot>
    </div>
  );
}

const LINE = {
  fill: 'none',
  'stroke-width': 2,
  'stroke-linejoin': 'round',
  'vector-effect': 'non-scaling-stroke',
} as const;

interface LineDayProps {
  readonly day: LineChartLayout['days'][number];
  readonly stretch: Stretch | undefined;
}

/** A band over both lines, with a dot on each, while its figures are shown. */
function LineDay({ day: { room, middle, y, beforeY }, stretch }: LineDayProps) {
  const says = stretch ? describeStretch(stretch).join('\n') : '';
  return (
    <Place says={says} room={room} baseline={LINE_CHART_BASELINE}>
      {beforeY === null ? null : <circle fill="var(--chart-before)" cx={`${middle}%`} cy={beforeY} r="4" />}
      <circle fill="var(--chart-now)" cx={`${middle}%`} cy={y} r="4" />
    </Place>
  );
}

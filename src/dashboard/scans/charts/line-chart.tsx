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
          <polygon class="area" points={layout.area} />
          <polyline class="before" points={layout.before} vector-effect="non-scaling-stroke" />
          <polyline class="now" points={layout.now} vector-effect="non-scaling-stroke" />
          <polyline class="now so-far" points={layout.soFar} vector-effect="non-scaling-stroke" />
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

interface LineDayProps {
  readonly day: LineChartLayout['days'][number];
  readonly stretch: Stretch | undefined;
}

/** A band over both lines, with a dot on each, while its figures are shown. */
function LineDay({ day: { room, middle, y, beforeY }, stretch }: LineDayProps) {
  const says = stretch ? describeStretch(stretch).join('\n') : '';
  return (
    <Place says={says} room={room} baseline={LINE_CHART_BASELINE}>
      {beforeY === null ? null : <circle class="before" cx={`${middle}%`} cy={beforeY} r="4" />}
      <circle cx={`${middle}%`} cy={y} r="4" />
    </Place>
  );
}

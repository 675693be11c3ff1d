import { say } from '#languages/say.ts';
import { formatChange } from './change.tsx';
import { DAY_CHART_BASELINE, DAY_CHART_HEIGHT } from './chart-geometry.ts';
import { layOutSeries, nameSeries, type Series, type SeriesLayout, type Stretch } from './series.ts';
import { Bar, Place, Plot } from './plot.tsx';

/**
 * Scans over time as bars, with a line across each for the comparison period. The script shows the figures of a bar in the line above, for
 * the mouse, a finger and the arrow keys (browser/scans/read-chart.ts). Without it, the mouse shows them, and the table below has them all.
 */
export function SeriesChart({ series, summary }: { readonly series: Series; readonly summary: string }) {
  const { bars, ticks } = layOutSeries(series);
  return (
    <div class="chart series" data-chart={describeUse(series.unit)}>
      <output class="readout">{summary}</output>
      <Plot
        id="series"
        title={nameSeries(series.unit)}
        description={summary}
        height={DAY_CHART_HEIGHT}
        ticks={ticks}
      >
        {bars.map((bar, i) => (
          <SeriesBar bar={bar} isFirst={i === 0} />
        ))}
      </Plot>
    </div>
  );
}

/** What the script says of a chart that it makes readable. */
export function describeUse(unit: Series['unit']): string {
  return say(
    'Scans by {unit, select, hour {hour} day {day} week {week} other {month}}. The arrow keys go through the {unit, select, hour {hours} day {days} week {weeks} other {months}}.',
    { unit },
  );
}

interface SeriesBarProps {
  readonly bar: SeriesLayout['bars'][number];
  readonly isFirst: boolean;
}

function SeriesBar({ bar, isFirst }: SeriesBarProps) {
  const { room, beforeY, hasLabel, label } = bar;
  return (
    <Place says={describeStretch(bar).join(' ')} room={room} baseline={DAY_CHART_BASELINE}>
      <Bar {...bar} />
      {beforeY === null ? null : (
        <line
          class="before"
          stroke="var(--chart-before)"
          stroke-width="2"
          x1={`${room.x}%`}
          x2={`${room.x + room.width}%`}
          y1={beforeY}
          y2={beforeY}
        />
      )}
      {hasLabel ? (
        <text {...placeLabel(room, isFirst)} y={DAY_CHART_HEIGHT - 8}>
          {label}
        </text>
      ) : null}
    </Place>
  );
}

/** From here on, in percent, half of a label would overflow a phone's chart. */
const LAST_MIDDLE = 92;

/** Centred below its bar, but inside the chart at both ends. */
function placeLabel({ x, width }: SeriesLayout['bars'][number]['room'], isFirst: boolean) {
  const middle = x + width / 2;
  if (isFirst) return { x: `${x}%`, 'text-anchor': 'start' } as const;
  return middle < LAST_MIDDLE
    ? ({ x: `${middle}%`, 'text-anchor': 'middle' } as const)
    : ({ x: `${x + width}%`, 'text-anchor': 'end' } as const);
}

/**
 * `Sat, 21 Nov 2026: 12 scans, +300%.`, `Before, Sat, 17 Oct 2026: 3 scans.` A day that is not over has no change: a part of a day would be
 * compared with a whole one.
 */
export function describeStretch({ name, scans, before, isOpen }: Stretch): string[] {
  const own = { time: name, scans };
  const plain = isOpen
    ? say('{time}: {scans, plural, one {# scan} other {# scans}} so far.', own)
    : say('{time}: {scans, plural, one {# scan} other {# scans}}.', own);
  if (before === null) return [plain];
  const change = formatChange(scans, before.scans);
  return [
    isOpen
      ? plain
      : say('{time}: {scans, plural, one {# scan} other {# scans}}, {change}.', { ...own, change }),
    say('Before, {time}: {scans, plural, one {# scan} other {# scans}}.', {
      time: before.name,
      scans: before.scans,
    }),
  ];
}

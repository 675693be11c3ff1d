import type { Box } from '#core/drawing.ts';
import type { Child, PropsWithChildren } from 'hono/jsx';
import { formatShortCount } from '../words.ts';

interface PlotProps {
  /** The prefix of the chart's ids on its page. */
  readonly id: string;
  readonly title: string;
  readonly description: Child;
  /** In pixels. */
  readonly height: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

/**
 * The frame of a chart over time: numbers on the left, and lines behind the drawing. Its layout is in percent across, so that its text
 * keeps its size on every screen.
 */
export function Plot({ id, title, description, height, ticks, children }: PropsWithChildren<PlotProps>) {
  return (
    <div class="day-chart">
      <svg width="44" height={height} aria-hidden="true">
        {ticks.map(({ value, y }) => (
          <text x="36" y={y + 4} text-anchor="end">
            {formatShortCount(value)}
          </text>
        ))}
      </svg>
      <svg class="plot" width="100%" height={height} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {ticks.map(({ y }) => (
          <line stroke="var(--line)" shape-rendering="crispEdges" x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {children}
      </svg>
    </div>
  );
}

interface PlaceProps {
  /** Shown on hover over the whole area, not only over the drawing. */
  readonly says: string;
  /** In percent. */
  readonly room: { readonly x: number; readonly width: number };
  /** In pixels: the base line of the chart. */
  readonly baseline: number;
}

/** The area of a day, or of another time span, in a chart. */
export function Place({ says, room, baseline, children }: PropsWithChildren<PlaceProps>) {
  return (
    <g class="day" data-says={says}>
      <title>{says}</title>
      <rect class="room" x={`${room.x}%`} width={`${room.width}%`} y="0" height={baseline} />
      {children}
    </g>
  );
}

/** Across in percent, down in pixels. */
export function Bar({ x, width, y, height }: Box) {
  return height > 0 ? (
    <rect class="bar" shape-rendering="crispEdges" x={`${x}%`} width={`${width}%`} y={y} height={height} />
  ) : null;
}

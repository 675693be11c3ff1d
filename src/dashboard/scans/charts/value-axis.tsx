import { formatShortCount } from '../words.ts';

interface ValueAxisProps {
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Of the chart beside it, in pixels. */
  readonly height: number;
}

/** The numbers on the left of a chart. */
export function ValueAxis({ ticks, height }: ValueAxisProps) {
  return (
    <svg width="44" height={height} aria-hidden="true">
      {ticks.map(({ value, y }) => (
        <text x="36" y={y + 4} text-anchor="end">
          {formatShortCount(value)}
        </text>
      ))}
    </svg>
  );
}

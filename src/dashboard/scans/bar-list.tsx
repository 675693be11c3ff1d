import { layOutList } from './chart-geometry.ts';
import { formatCount } from '../frame/format-count.ts';
import { formatScans, type NamedCount } from './words.ts';

const ROW_HEIGHT = 40;

/** The chart has this height from the start, so that the first values move nothing. */
const LEAST_ROWS = 3;

interface BarListProps {
  /** The id of this chart on its page. */
  readonly id: string;
  readonly title: string;
  readonly counts: readonly NamedCount[];
}

/** Named counts as horizontal bars, each below its name and number. */
export function BarList({ id, title, counts }: BarListProps) {
  const widths = layOutList(counts.map((count) => count.scans));
  return (
    <svg
      class="bar-list"
      width="100%"
      height={Math.max(LEAST_ROWS, counts.length) * ROW_HEIGHT}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>
        {counts.map(({ name, scans }) => `${name}: ${formatScans(scans)}`).join(', ') || 'No scans.'}
      </desc>
      {counts.length > 0 ? null : (
        <text x="0" y="15">
          No scans in this period.
        </text>
      )}
      {counts.map(({ name, scans }, i) => (
        <>
          <text x="0" y={i * ROW_HEIGHT + 15}>
            {name}
          </text>
          <text x="100%" y={i * ROW_HEIGHT + 15} text-anchor="end">
            {formatCount(scans)}
          </text>
          <rect class="track" x="0" width="100%" y={i * ROW_HEIGHT + 22} height="8" rx="2" />
          <rect class="bar" x="0" width={`${widths[i] ?? 0}%`} y={i * ROW_HEIGHT + 22} height="8" rx="2" />
        </>
      ))}
    </svg>
  );
}

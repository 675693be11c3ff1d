import { say } from '#languages/say.ts';
import { layOutList } from './chart-geometry.ts';
import { formatCount } from '../../kit/format-count.ts';
import { findLink, type LinkTo, type NamedCount } from '../words.ts';

/** As high as a finger needs. */
const ROW_HEIGHT = 44;

/** The chart has this height from the start, so that the first values move nothing. */
const LEAST_ROWS = 3;

interface BarListProps {
  /** The id of this chart on its page. */
  readonly id: string;
  readonly title: string;
  readonly counts: readonly NamedCount[];
  /** The link of each row; without it, the list is a picture. */
  readonly linkTo?: LinkTo | undefined;
}

/** Named counts as horizontal bars, each below its name and number. */
export function BarList({ id, title, counts, linkTo }: BarListProps) {
  const widths = layOutList(counts.map((count) => count.scans));
  return (
    <svg
      class="bar-list"
      width="100%"
      height={Math.max(LEAST_ROWS, counts.length) * ROW_HEIGHT}
      role={linkTo ? 'group' : 'img'}
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{counts.map(sayCount).join(', ') || say('No scans.')}</desc>
      {counts.length > 0 ? null : (
        <text x="0" y="15">
          {say('No scans in this period.')}
        </text>
      )}
      {counts.map((count, i) => (
        <Row count={count} top={i * ROW_HEIGHT} width={widths[i] ?? 0} href={findLink(count, linkTo)} />
      ))}
    </svg>
  );
}

function sayCount({ name, scans }: NamedCount): string {
  return say('{code}: {scans, plural, one {# scan} other {# scans}}', { code: name, scans });
}

interface RowProps {
  readonly count: NamedCount;
  /** In pixels; the width in percent. */
  readonly top: number;
  readonly width: number;
  readonly href: string | null;
}

function Row({ count: { name, scans }, top, width, href }: RowProps) {
  const row = (
    <>
      <text x="0" y={top + 17}>
        {name}
      </text>
      <text x="100%" y={top + 17} text-anchor="end">
        {formatCount(scans)}
      </text>
      <rect class="track" x="0" width="100%" y={top + 25} height="8" rx="2" />
      <rect class="bar" x="0" width={`${width}%`} y={top + 25} height="8" rx="2" />
    </>
  );
  if (href === null) return row;
  return (
    <a href={href}>
      <rect class="room" width="100%" y={top} height={ROW_HEIGHT} rx="2" />
      {row}
    </a>
  );
}

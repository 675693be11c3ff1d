import { type PlainMessage, say } from '#languages/say.ts';
import { BarList } from './bar-list.tsx';
import { CountsTable } from './figures-table.tsx';
import { DIMENSION_NAMES, type LinkTo, type NamedCount, shorten } from '../words.ts';

const TITLES = {
  country: 'Scans by country',
  device: 'Scans by device',
  source: 'Scans by source',
} as const satisfies Record<string, PlainMessage>;

interface BarsAndFiguresProps {
  readonly by: keyof typeof TITLES;
  /** The one with the most scans first. */
  readonly counts: readonly NamedCount[];
  /** More values than this share the last bar. The table has a row for each. */
  readonly mostBars?: number;
  /** The link of each value; absent if there is none. */
  readonly linkTo?: LinkTo | undefined;
}

/** The scans of each value as bars, and below them as a table. A live page replaces the parts marked `data-part`. */
export function BarsAndFigures({ by, counts, mostBars = counts.length, linkTo }: BarsAndFiguresProps) {
  const title = say(TITLES[by]);
  return (
    <>
      <div data-part={`${by}-chart`}>
        <BarList id={`${by}-chart`} title={title} counts={shorten(counts, mostBars)} linkTo={linkTo} />
      </div>
      <CountsTable
        caption={title}
        heading={say(DIMENSION_NAMES[by])}
        counts={counts}
        part={`${by}-figures`}
        linkTo={linkTo}
      />
    </>
  );
}

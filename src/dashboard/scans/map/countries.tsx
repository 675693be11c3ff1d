import type { ValueCount } from '#core/scans/statistics.ts';
import { BarsAndFigures } from '../charts/bars-and-figures.tsx';
import { type LinkTo, nameCounts } from '../words.ts';
import { CountryMap } from './country-map.tsx';

/** All other countries share one bar. */
const SHOWN = 8;

/** A summary by country: the map if there are scans, beside it the countries with the most scans as bars, and all of them as a table. */
export function Countries({
  counts,
  linkTo,
}: {
  readonly counts: readonly ValueCount[];
  /** The link of a country; absent if there is none. */
  readonly linkTo?: LinkTo | undefined;
}) {
  const hrefOf = linkTo ? (value: string) => linkTo({ dimension: 'country', value }) : null;
  return (
    <div class={counts.length === 0 ? undefined : 'map-and-values split'}>
      {counts.length === 0 ? null : <CountryMap counts={counts} hrefOf={hrefOf} />}
      <div>
        <BarsAndFigures
          by="country"
          counts={nameCounts('country', counts)}
          mostBars={SHOWN}
          linkTo={linkTo}
        />
      </div>
    </div>
  );
}

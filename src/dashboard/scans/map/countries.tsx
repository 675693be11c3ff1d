import type { ValueCount } from '#core/scans/statistics.ts';
import { BarsAndFigures } from '../charts/bars-and-figures.tsx';
import { type LinkTo, nameCountries } from '../words.ts';
import { CountryMap } from './country-map.tsx';

/** All other countries share one bar. */
const SHOWN = 8;

/** Countries in short: the map where there are scans, beside it the countries with most of them as bars, and all of them as a table. */
export function Countries({
  counts,
  linkTo,
}: {
  readonly counts: readonly ValueCount[];
  /** Where a country leads; absent where nothing is to be followed. */
  readonly linkTo?: LinkTo | undefined;
}) {
  const hrefOf = linkTo ? (value: string) => linkTo({ dimension: 'country', value }) : null;
  return (
    <div class={counts.length === 0 ? undefined : 'map-and-values'}>
      {counts.length === 0 ? null : <CountryMap counts={counts} hrefOf={hrefOf} />}
      <div>
        <BarsAndFigures by="country" counts={nameCountries(counts)} mostBars={SHOWN} linkTo={linkTo} />
      </div>
    </div>
  );
}

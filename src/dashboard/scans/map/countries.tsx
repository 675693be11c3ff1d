import type { ValueCount } from '#core/scans/scan.ts';
import { BarList } from '../bar-list.tsx';
import { FiguresTable } from '../figures-table.tsx';
import { type LinkTo, nameCountries, shorten } from '../words.ts';
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
  const named = nameCountries(counts);
  const hrefOf = linkTo ? (value: string) => linkTo({ dimension: 'country', value }) : null;
  return (
    <div class={counts.length === 0 ? undefined : 'map-and-values'}>
      {counts.length === 0 ? null : <CountryMap counts={counts} hrefOf={hrefOf} />}
      <div>
        <BarList id="country-chart" title="Scans by country" counts={shorten(named, SHOWN)} linkTo={linkTo} />
        <FiguresTable
          caption="Scans by country"
          heading="Country"
          counts={named}
          part="country-figures"
          linkTo={linkTo}
        />
      </div>
    </div>
  );
}

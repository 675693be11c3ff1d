import { OTHER_VALUES, type ValueCount } from '#core/scans/statistics.ts';
import { STEPS, toStep } from '../../overview/heat-map.tsx';
import { formatCount } from '../../frame/format-count.ts';
import { formatScans, formatShare, nameValue } from '../words.ts';
import { WORLD_MAP } from './world.ts';

interface CountryMapProps {
  /** Scans by country, as named in the log. */
  readonly counts: readonly ValueCount[];
  /** The link of a country; null if there is none. */
  readonly hrefOf: ((country: string) => string) | null;
}

/** In drawing order: a dot within a large country can be seen and touched. */
const DRAWN = `${WORLD_MAP.shapes} ${WORLD_MAP.dots}`.split(' ');

/**
 * The origin of scans, as colours. The shapes are in a separate file, which browsers cache; the page contains only the countries with
 * scans. Hidden from screen readers and the keyboard, because the table beside it has the same content and links.
 */
export function CountryMap({ counts, hrefOf }: CountryMapProps) {
  const scansOf = new Map(counts.map(({ value, scans }) => [value, scans]));
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  const shown = DRAWN.flatMap((code) => {
    const scans = scansOf.get(code);
    return scans === undefined || scans === 0 ? [] : [{ code, scans }];
  });
  const most = Math.max(0, ...shown.map(({ scans }) => scans));
  return (
    <figure class="world-map" aria-hidden="true">
      <svg viewBox={WORLD_MAP.viewBox}>
        <use href={`${WORLD_MAP.path}#land`} class="land" />
        {shown.map(({ code, scans }) => (
          <Country
            code={code}
            title={`${nameValue('country', code)}: ${formatScans(scans)}, ${formatShare(scans, total)}`}
            step={toStep(scans, most)}
            href={hrefOf?.(code) ?? null}
          />
        ))}
      </svg>
      <figcaption>
        {most === 0 ? null : <Legend most={most} />}
        <Missing scansOf={scansOf} missing={total - shown.reduce((sum, { scans }) => sum + scans, 0)} />
      </figcaption>
    </figure>
  );
}

interface CountryProps {
  readonly code: string;
  readonly title: string;
  readonly step: number;
  readonly href: string | null;
}

function Country({ code, title, step, href }: CountryProps) {
  const shape = (
    <>
      <title>{title}</title>
      <use href={`${WORLD_MAP.path}#${code}`} class={`heat-${step}`} />
    </>
  );
  return href === null ? (
    <g>{shape}</g>
  ) : (
    <a href={href} tabindex={-1}>
      {shape}
    </a>
  );
}

/** The meaning of each colour. Steps are equal, so that twice the scans never look like ten times as many. */
function Legend({ most }: { readonly most: number }) {
  return (
    <>
      <ul>
        {listSteps(most).map(({ step, from, to }) => (
          <li>
            <svg class="key" width="12" height="12">
              <rect class={`heat-${step}`} width="12" height="12" rx="2" />
            </svg>{' '}
            {from === to ? formatCount(to) : `${formatCount(from)} to ${formatCount(to)}`}
          </li>
        ))}
      </ul>
      Scans in equal steps, up to the country with the most.
    </>
  );
}

interface LegendStep {
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** The numbers of scans for each step of colour, if there is room for one between its neighbours. */
export function listSteps(most: number): LegendStep[] {
  return Array.from({ length: STEPS }, (_, i) => ({
    step: i + 1,
    from: Math.floor((most * i) / STEPS) + 1,
    to: Math.floor((most * (i + 1)) / STEPS),
  })).filter(({ from, to }) => from <= to);
}

/** Nobody should think that the map shows all scans. */
function Missing({
  scansOf,
  missing,
}: {
  readonly scansOf: ReadonlyMap<string | null, number>;
  readonly missing: number;
}) {
  if (missing === 0) return null;
  const others = scansOf.get(OTHER_VALUES) ?? 0;
  const reasons = [
    ...(missing > others ? ['not known or not on it'] : []),
    ...(others > 0 ? ['not listed by name'] : []),
  ];
  return <> {`Not on the map: ${formatScans(missing)} whose country is ${reasons.join(', or ')}.`}</>;
}

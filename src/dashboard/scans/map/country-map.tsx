import { OTHER_VALUES, type ValueCount } from '#core/scans/statistics.ts';
import { say } from '#languages/say.ts';
import { STEPS } from '../charts/heat-map.tsx';
import { formatScans, formatShare, nameValue } from '../words.ts';
import { focusOn } from './map-frame.ts';
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
  const steps = listSteps(shown.map(({ scans }) => scans));
  const focus = focusOn(listMain(shown));
  return (
    <div class="map-frame sticky">
      {focus === null ? null : (
        <label class="whole-world">
          <input type="checkbox" role="switch" />
          {say('Whole world')}
        </label>
      )}
      <figure class="world-map" aria-hidden="true">
        <svg viewBox={WORLD_MAP.viewBox}>
          {/* A hairline separates neighbours, and shows that there are scans even if the fill is pale. */}
          <g class="focus" transform={focus ?? undefined} stroke="var(--card)" stroke-width="0.75">
            <use href={`${WORLD_MAP.path}#land`} fill="var(--heat-0)" stroke-width="0.5" />
            {shown.map(({ code, scans }) => (
              <Country
                code={code}
                title={say('{place}: {scans, plural, one {# scan} other {# scans}}, {share}', {
                  place: nameValue('country', code),
                  scans,
                  share: formatShare(scans, total),
                })}
                step={steps.find(({ to }) => scans <= to)?.step ?? STEPS}
                href={hrefOf?.(code) ?? null}
              />
            ))}
          </g>
        </svg>
        <figcaption class="fine">
          {steps.length === 0 ? null : <Legend steps={steps} />}
          <Missing scansOf={scansOf} missing={total - shown.reduce((sum, { scans }) => sum + scans, 0)} />
        </figcaption>
      </figure>
    </div>
  );
}

/** The share of the scans that the map opens on: a few far away would show the whole world. */
const MAIN_SHARE = 0.8;

/** The fewest countries that have this share, the one with the most scans first. */
function listMain(counts: readonly { readonly code: string; readonly scans: number }[]): string[] {
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  let covered = 0;
  return counts
    .toSorted((a, b) => b.scans - a.scans)
    .flatMap(({ code, scans }) => {
      const isMain = covered < MAIN_SHARE * total;
      covered += scans;
      return isMain ? [code] : [];
    });
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
      <use href={`${WORLD_MAP.path}#${code}`} fill={`var(--heat-${step})`} />
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

/** The meaning of each colour, with the numbers of scans that occur. */
function Legend({ steps }: { readonly steps: readonly LegendStep[] }) {
  return (
    <ul class="cluster">
      {steps.map(({ step, from, to }) => (
        <li>
          <svg width="12" height="12">
            <rect fill={`var(--heat-${step})`} width="12" height="12" rx="2" />
          </svg>{' '}
          {from === to
            ? formatScans(to)
            : say('{from, number} to {to, plural, one {# scan} other {# scans}}', { from, to })}
        </li>
      ))}
    </ul>
  );
}

interface LegendStep {
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The numbers of scans for each step of colour. Each step has about as many countries: where one country leads, equal steps would give all
 * others the same colour. Equal numbers have the same step, and the country with the most has the strongest.
 */
export function listSteps(scans: readonly number[]): LegendStep[] {
  const steps: LegendStep[] = [];
  const sorted = scans.toSorted((a, b) => a - b);
  for (const [i, count] of sorted.entries()) {
    if (count === sorted[i + 1]) continue;
    const step = Math.ceil((STEPS * (i + 1)) / sorted.length);
    const last = steps.at(-1);
    const from = sorted.find((one) => one > (last?.to ?? 0)) ?? count;
    if (last?.step === step) steps[steps.length - 1] = { ...last, to: count };
    else steps.push({ step, from, to: count });
  }
  return steps;
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
  const scans = { scans: missing };
  if (others === 0)
    return (
      <>
        {say(
          'Not on the map: {scans, plural, one {# scan} other {# scans}} whose country is not known or not on it.',
          scans,
        )}
      </>
    );
  return (
    <>
      {missing === others
        ? say(
            'Not on the map: {scans, plural, one {# scan} other {# scans}} whose country is not listed by name.',
            scans,
          )
        : say(
            'Not on the map: {scans, plural, one {# scan} other {# scans}} whose country is not known, not on it or not listed by name.',
            scans,
          )}
    </>
  );
}

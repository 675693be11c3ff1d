import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { placeAsset, writeChanged } from './asset-files.ts';

const require = createRequire(import.meta.url);

/** The part of subset-font that is used here; it has no types. */
type SubsetFont = (
  font: Uint8Array,
  text: string,
  options: {
    readonly targetFormat: 'woff2';
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    /** OpenType features that stay. */
    readonly keepFeatures: readonly string[];
    /** Names of the file that stay, besides those that it needs (OpenType, table `name`). */
    readonly preserveNameIds: readonly number[];
  },
) => Promise<Uint8Array>;

const INTER = require.resolve('inter-ui/variable/InterVariable.woff2');

/** What pages say in the languages of Western Europe: the printable characters of Latin-1, and what texts and names have besides. */
const LATIN_1 = [...range(0x20, 0x7e), ...range(0xa0, 0xff)]
  .map((code) => String.fromCodePoint(code))
  .join('');
const OTHERS = '\u2007\u2009\u202fŒœŸẞČčĞğİıŁłŃńŐőŘřŚśŞşŠšŰűŽž‐‑–—‘’‚“”„…‹›€™←↑→↓−≤≥≈✓⋯';

/** Copyright, licence and its address: the SIL Open Font Licence wants them to stay. */
const NOTICES = [0, 13, 14];

/** A typeface that every system has, made as wide and as high as Inter, so that nothing moves when Inter has loaded. */
const UNTIL_LOADED =
  `@font-face{font-family:'Inter until loaded';src:local(Arial),local('Liberation Sans'),local(Helvetica);` +
  `size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}`;

/**
 * Writes the typeface of pages to the assets, with the weights from 400 to 700, and the rule that loads it to `.build/dashboard/`. Of Inter's
 * features it keeps kerning and the digits of one width, which columns need: with all of them it would be twice as large.
 */
export async function placeTypeface(): Promise<void> {
  const font = await (require('subset-font') as SubsetFont)(readFileSync(INTER), LATIN_1 + OTHERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
    keepFeatures: ['kern', 'tnum'],
    preserveNameIds: NOTICES,
  });
  const path = `/assets/inter-${createHash('sha256').update(font).digest('hex').slice(0, 12)}.woff2`;
  placeAsset(path, font);
  writeChanged('.build/dashboard/typeface.path.txt', path);
  const loading = `@font-face{font-family:Inter;font-weight:400 700;font-display:swap;src:url(${path})format('woff2')}`;
  writeChanged('.build/dashboard/typeface.css', loading + UNTIL_LOADED);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

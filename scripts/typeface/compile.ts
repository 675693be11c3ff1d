import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packGlyphs } from './pack-glyphs.ts';
import { readWoff } from './read-woff.ts';

/** The file that `compileTypeface` makes, from the root of the repository. */
export const TYPEFACE_FILE = 'src/core/typeface/noto-sans.ts';

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

/**
 * First and last code points: Latin as the languages of Europe, Turkish, Vietnamese and Pinyin write it, Greek, Cyrillic as living languages
 * write it, punctuation, currencies and a few signs.
 */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x17f],
  [0x18f, 0x18f],
  [0x192, 0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1cd, 0x1dc],
  [0x1e6, 0x1e7],
  [0x1fa, 0x1ff],
  [0x218, 0x21b],
  [0x259, 0x259],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c7],
  [0x2d8, 0x2dd],
  [0x386, 0x38a],
  [0x38c, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x4ff],
  [0x1e02, 0x1e03],
  [0x1e0a, 0x1e0b],
  [0x1e1e, 0x1e1f],
  [0x1e40, 0x1e41],
  [0x1e56, 0x1e57],
  [0x1e60, 0x1e61],
  [0x1e6a, 0x1e6b],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ea0, 0x1ef9],
  [0x2000, 0x200a],
  [0x2010, 0x2015],
  [0x2018, 0x2027],
  [0x202f, 0x2033],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20a0, 0x20c0],
  [0x2113, 0x2113],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2215],
];

/** The outlines of Noto Sans as a module, from the files of the npm package. The same files make the same text. */
export function compileTypeface(): string {
  const licence = createRequire(import.meta.url).resolve('@fontsource/noto-sans/LICENSE');
  const fonts = SUBSETS.map((subset) =>
    readWoff(readFileSync(join(dirname(licence), 'files', `noto-sans-${subset}-400-normal.woff`))),
  );
  const codePoints = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  const packed = Buffer.from(packGlyphs(fonts, codePoints)).toString('base64url');
  return `// Made by \`npm run typeface\`. Outlines of Noto Sans Regular, copyright 2022 The Noto Project Authors, under the SIL Open Font License in OFL.txt.
export const NOTO_SANS =
  '${packed}';
`;
}

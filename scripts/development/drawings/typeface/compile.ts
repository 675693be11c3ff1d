import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { CHARACTER_RANGES } from '#core/typeface/characters.ts';
import type { Weight } from '#core/typeface/typeface.ts';
import { packGlyphs } from './pack-glyphs.ts';
import { readFont } from './read-font.ts';
import { unpackWoff } from './unpack-woff.ts';

/** The file of each weight that `compileTypeface` writes, relative to the root of the repository. */
export const TYPEFACE_FILES: Readonly<Record<Weight, string>> = {
  regular: 'src/core/typeface/noto-sans.ts',
  bold: 'src/core/typeface/noto-sans-bold.ts',
};

const WEIGHTS: Readonly<Record<Weight, { readonly name: string; readonly inFiles: number }>> = {
  regular: { name: 'Regular', inFiles: 400 },
  bold: { name: 'Bold', inFiles: 700 },
};

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

/** The outlines of Noto Sans as a module. Compressed here, it adds a quarter less to the upload than text that is compressed by gzip. */
export function compileTypeface(weight: Weight): string {
  const packed = deflateRawSync(packTypeface(weight), { level: 9 }).toString('base64url');
  return `// Made by \`npm run typeface\`. Outlines of Noto Sans ${WEIGHTS[weight].name}, copyright 2022 The Noto Project Authors, under the SIL Open Font License in OFL.txt.
export const OUTLINES =
  '${packed}';
`;
}

/** The outlines of Noto Sans, from the files of the npm package. The same files always give the same bytes, unlike compressed data. */
export function packTypeface(weight: Weight): Uint8Array {
  const licence = createRequire(import.meta.url).resolve('@fontsource/noto-sans/LICENSE');
  const { inFiles } = WEIGHTS[weight];
  const fonts = SUBSETS.map((subset) =>
    readFont(
      unpackWoff(readFileSync(join(dirname(licence), 'files', `noto-sans-${subset}-${inFiles}-normal.woff`))),
    ),
  );
  const codePoints = CHARACTER_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  return packGlyphs(fonts, codePoints);
}

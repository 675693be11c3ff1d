import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CHARACTER_RANGES } from '#core/typeface/characters.ts';
import { packGlyphs } from './pack-glyphs.ts';
import { readWoff } from './read-woff.ts';

/** The file that `compileTypeface` makes, from the root of the repository. */
export const TYPEFACE_FILE = 'src/core/typeface/noto-sans.ts';

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

/** The outlines of Noto Sans as a module, from the files of the npm package. The same files make the same text. */
export function compileTypeface(): string {
  const licence = createRequire(import.meta.url).resolve('@fontsource/noto-sans/LICENSE');
  const fonts = SUBSETS.map((subset) =>
    readWoff(readFileSync(join(dirname(licence), 'files', `noto-sans-${subset}-400-normal.woff`))),
  );
  const codePoints = CHARACTER_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  const packed = Buffer.from(packGlyphs(fonts, codePoints)).toString('base64url');
  return `// Made by \`npm run typeface\`. Outlines of Noto Sans Regular, copyright 2022 The Noto Project Authors, under the SIL Open Font License in OFL.txt.
export const NOTO_SANS =
  '${packed}';
`;
}

// npm run typeface: writes the glyph outlines of both weights, for texts in pictures and print files, from the font's npm package.
import { writeFileSync } from 'node:fs';
import { compileTypeface, TYPEFACE_FILES } from './typeface/compile.ts';

for (const weight of ['regular', 'bold'] as const)
  writeFileSync(TYPEFACE_FILES[weight], compileTypeface(weight));

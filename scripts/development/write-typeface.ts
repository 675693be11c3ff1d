// npm run typeface: writes the glyph outlines for captions, from the font's npm package.
import { writeFileSync } from 'node:fs';
import { compileTypeface, TYPEFACE_FILE } from '../typeface/compile.ts';

writeFileSync(TYPEFACE_FILE, compileTypeface());

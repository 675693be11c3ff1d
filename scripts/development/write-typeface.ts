// npm run typeface: writes the outlines that captions are drawn with, from the font's npm package.
import { writeFileSync } from 'node:fs';
import { compileTypeface, TYPEFACE_FILE } from '../typeface/compile.ts';

writeFileSync(TYPEFACE_FILE, compileTypeface());

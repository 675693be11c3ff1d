// npm run style-sheets: redraws the pictures of styles in docs/pictures.
import { writeFile } from 'node:fs/promises';
import { STYLE_SHEETS } from './symbols/style-sheets.ts';

for (const [file, drawSheet] of Object.entries(STYLE_SHEETS))
  await writeFile(`docs/pictures/${file}`, await drawSheet());

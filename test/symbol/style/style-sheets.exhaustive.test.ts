import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readPixels } from '#harness/symbols/read-png.ts';
import { STYLE_SHEETS } from '#harness/symbols/style-sheets.ts';

it.each(Object.entries(STYLE_SHEETS))(
  'docs/pictures/%s shows what is drawn now: npm run style-sheets draws it again',
  async (file, drawSheet) => {
    const [stored, drawn] = [await readFile(`docs/pictures/${file}`), await drawSheet()].map(readPixels);
    expect([stored!.width, stored!.height]).toEqual([drawn!.width, drawn!.height]);
    expect(Buffer.compare(Buffer.from(stored!.rgba), Buffer.from(drawn!.rgba))).toBe(0);
  },
);

import { describe, expect, test } from 'vitest';
import { drawSymbol, type DrawnSymbol, type SymbolStyle } from '../../src/symbol/draw-symbol.ts';
import { rasterizeSvg, readSymbol } from '../support/read-symbol.ts';
import { BLACK_ON_WHITE } from '../support/colors.ts';

const STYLE: SymbolStyle = {
  errorCorrection: 'M',
  color: BLACK_ON_WHITE,
  size: 1024,
  margin: 4,
  title: 'Menu',
};

async function draw(content: string, style: Partial<SymbolStyle> = {}): Promise<DrawnSymbol> {
  const drawn = await drawSymbol(content, { ...STYLE, ...style });
  if (!drawn.ok) throw new Error(drawn.error.message);
  return drawn.value;
}

describe('drawSymbol', () => {
  test('draws a short URL with a lower-case scheme in version 2 at level M', async () => {
    const { png, svg, version } = await draw('https://GO.EXAMPLE.COM/K7M2P9QA');
    expect(version).toBe(2);
    expect(await readSymbol(png)).toMatchObject({
      text: 'https://GO.EXAMPLE.COM/K7M2P9QA',
      isMirrored: false,
      version: 2,
    });
    const { png: fromSvg } = await rasterizeSvg(svg, 600);
    expect(await readSymbol(fromSvg)).toMatchObject({
      text: 'https://GO.EXAMPLE.COM/K7M2P9QA',
      isMirrored: false,
    });
  });

  test('stores characters beyond ASCII as UTF-8 without a byte order mark', async () => {
    const { png } = await draw('Grüße 🎄 漢字');
    expect((await readSymbol(png)).bytes).toEqual(new TextEncoder().encode('Grüße 🎄 漢字'));
  });
});

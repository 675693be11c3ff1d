import type { ScanFault } from '#core/styles/style.ts';
import {
  drawSymbol,
  type DrawnSymbol,
  encodeContent,
  findScanFault,
  type SymbolStyle,
} from '#symbol/draw-symbol.ts';
import { BLACK_ON_WHITE } from './colors.ts';

export const STYLE: SymbolStyle = {
  errorCorrection: 'M',
  color: BLACK_ON_WHITE,
  size: 1024,
  margin: 4,
  title: '',
};

/** Draws a symbol that is known to be valid. */
export async function draw(content: string, style: Partial<SymbolStyle> = {}): Promise<DrawnSymbol> {
  const drawn = await drawSymbol(content, { ...STYLE, ...style });
  if (!drawn.ok) throw new Error(drawn.error.code);
  return drawn.value;
}

/** The reason why a reader cannot read a symbol that can be encoded; null if it can. */
export async function findUnscannable(content: string, style: SymbolStyle): Promise<ScanFault | null> {
  const encoded = encodeContent(content, style);
  if (!encoded.ok) throw new Error(encoded.error.code);
  return findScanFault(encoded.value, content, style);
}

/** The width in pixels of the smallest allowed picture: three pixels per module, and the narrowest quiet zone, two modules. */
export function smallestPicture(version: number): Pick<SymbolStyle, 'size' | 'margin'> {
  return { size: 3 * (17 + 4 * version + 2 * 2), margin: 2 };
}

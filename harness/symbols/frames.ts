import jsQR from 'jsqr';
import { type Design, DESIGNS } from '#core/styles/designs.ts';
import { type Frame, FRAME_TEXTS, type FrameKind } from '#core/styles/frame.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { encodeContent, type SymbolStyle } from '#symbol/draw-symbol.ts';
import { listReaders, readPictures } from '../programs/symbol-readers.ts';
import { draw, STYLE } from './draw.ts';
import { readPixels } from './read-png.ts';
import { readSymbol } from './read-symbol.ts';
import { PLAIN } from './styles.ts';

export const CONTENT = 'https://go.example.com/k7m2p9qa';

export const framed = (frame: Frame, style: Partial<CodeStyle> = {}): CodeStyle => ({
  ...PLAIN,
  ...style,
  frame,
});

/** Modules per side of the symbol of a content. */
export function sideOf(content: string): number {
  const encoded = encodeContent(content, STYLE);
  if (!encoded.ok) throw new Error(encoded.error.code);
  return encoded.value.side;
}

/** A picture, and the position of its symbol. */
export async function drawFramed(frame: Frame, style: Partial<SymbolStyle> = {}, content = CONTENT) {
  const drawn = await draw(content, { look: framed(frame), ...style });
  const { rgba, width, height } = readPixels(drawn.png);
  const [, x, y, scale] = /translate\(([1-9]\d*) ([1-9]\d*)\) scale\((\d+)\)/.exec(drawn.svg)!.map(Number);
  const at = (column: number, row: number) => {
    const place = 4 * (Math.floor(row) * width + Math.floor(column));
    return [...rgba.subarray(place, place + 4)];
  };
  return { ...drawn, rgba, height, at, left: x!, top: y!, scale: scale! };
}

/** What both readers find in a picture of `size` pixels with a short text, and whether it is of a size that it may have. */
export async function readFramed(kind: FrameKind, size: number) {
  const text = FRAME_TEXTS[kind] === 'none' ? null : 'Scan me';
  const margin = size === 220 ? 2 : 4;
  const { png } = await draw(CONTENT, { size, margin, look: framed({ kind, text, color: null }) });
  const { rgba, width, height } = readPixels(png);
  const byJsQr = jsQR(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data;
  return {
    read: [(await readSymbol(png)).text, byJsQr],
    isOfSize: width === size && height >= size && height <= 1.5 * size,
  };
}

/** What `readFramed` returns. */
export const AS_IT_SHOULD_BE = { read: [CONTENT, CONTENT], isOfSize: true };

/**
 * The places within two modules of the symbol that are not light, around each corner and along each side: with the longest text and, where
 * it may be absent, without.
 *
 * @param pixels of each module, as far as the largest picture allows
 */
export async function findDarkAround(kind: FrameKind, content: string, pixels: number): Promise<string[]> {
  const without = FRAME_TEXTS[kind] === 'required' ? [] : [null];
  const texts = FRAME_TEXTS[kind] === 'none' ? without : [...without, 'W'.repeat(30)];
  const dark: string[] = [];
  for (const text of texts) {
    const { width } = sizeFrame({ kind, text }, sideOf(content) + 4);
    const style = { margin: 2, size: Math.min(2048, pixels * width) };
    const { at, ...drawn } = await drawFramed({ kind, text, color: null }, style, content);
    for (const [x, y] of placesAround(drawn))
      if (at(x, y).some((channel) => channel !== 255)) dark.push(`${text}: ${x}, ${y}`);
  }
  return dark;
}

/** Just within two modules of a symbol: a circle around each corner, from which each side continues. */
function placesAround({ left, top, scale, modules }: Record<'left' | 'top' | 'scale' | 'modules', number>) {
  const far = modules * scale;
  return Array.from({ length: 64 }, (_, i) => (i * Math.PI) / 32).flatMap((around) => {
    const [dx, dy] = [Math.cos(around), Math.sin(around)].map((of) => of * (2 * scale - 2)) as [
      number,
      number,
    ];
    const [x, y] = [(dx < 0 ? left : left + far) + dx, (dy < 0 ? top : top + far) + dy];
    const beside = dy < 0 ? top - 2 * scale + 2 : top + far + 2 * scale - 3;
    return [[x, y] as const, [left + far / 2 + dx, beside] as const];
  });
}

/** The designs to start from. */
export const LOOKS_OF_DESIGNS = Object.values<Design>(DESIGNS).map(({ style, color }) => ({
  look: style,
  color,
  margin: 2,
}));

/** Which readers do not get the content from which designs of `size` pixels. */
export async function findUnreadDesigns(content: string, size: number): Promise<string[]> {
  const drawn = await Promise.all(LOOKS_OF_DESIGNS.map((look) => draw(content, { ...look, size })));
  const pictures = drawn.map(({ png }) => {
    const { rgba, width, height } = readPixels(png);
    return { data: rgba, width, height };
  });
  const readings = Object.entries(await readPictures(pictures, listReaders()));
  return readings.flatMap(([reader, texts]) =>
    Object.keys(DESIGNS).flatMap((design, i) => (texts[i] === content ? [] : [`${reader}: ${design}`])),
  );
}

import type { CodeStyle } from '#core/styles/style.ts';
import { renderBands, renderPixels } from '#symbol/picture/render-pixels.ts';
import { writePixelPng } from '#symbol/style/write-pixel-png.ts';
import { hexColor } from './colors.ts';
import { draw } from './draw.ts';
import { type PixelPicture, readPixels } from './read-png.ts';
import { PLAIN } from './styles.ts';

export const DOTS: CodeStyle = { ...PLAIN, modules: 'dot', eyes: { shape: 'rounded', color: null } };

const gradient: CodeStyle['gradient'] = {
  type: 'radial',
  angle: 0,
  from: hexColor('#0030a0'),
  to: hexColor('#a00020'),
};

/** Styles whose PNGs are written in different ways. */
export const BANDED: [name: string, look: CodeStyle][] = [
  ['dots', DOTS],
  ['a frame with text', { ...DOTS, frame: { kind: 'label_bottom', text: 'Scan me', color: null } }],
  ['a gradient', { ...DOTS, gradient }],
  ['a gradient without a background', { ...DOTS, gradient, background: 'transparent' }],
];

/** resvg cuts a curve at the edge of what it draws and then flattens it in other steps: its edge moves by less than a pixel. */
export const SAME_BUT_FOR_EDGES = { isBanded: true, isFarOff: false, areManyOff: false };

/** The PNG of a style beside that of the same picture in one band. */
export async function compareBands(look: CodeStyle, size: number): Promise<typeof SAME_BUT_FOR_EDGES> {
  const { svg, png } = await draw('https://go.example.com/k7m2p9qa', { look, size });
  const whole = await writePixelPng([await renderPixels(svg, size)], size);
  const [banded, exact] = [png, whole].map((file) => toPremultiplied(readPixels(file)));
  return {
    isBanded: !Array.isArray(await renderBands(svg, size)),
    isFarOff: largestDifference(banded!, exact!) > 255 / 3,
    areManyOff: banded!.filter((value, i) => value !== exact![i]).length >= exact!.length / 5_000,
  };
}

/** The pixels of a picture as resvg has them in memory. */
export function toPremultiplied({ rgba }: PixelPicture): Uint8Array {
  const pixels = new Uint8Array(rgba);
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = rgba[i + 3]!;
    for (let k = i; alpha < 255 && k < i + 3; k++) pixels[k] = Math.round((rgba[k]! * alpha) / 255);
  }
  return pixels;
}

export function largestDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`${a.length} and ${b.length} bytes`);
  let largest = 0;
  for (let i = 0; i < b.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

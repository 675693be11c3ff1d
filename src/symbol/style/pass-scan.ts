import jsQR from 'jsqr';
import { sizeFrame } from '#core/styles/frame.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import { SCAN_TEST, type ScanFault } from '#core/styles/style.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { type StyledSvgOptions, drawStyledSvg } from './draw-picture.ts';
import { type HexColor, toChannels } from '#core/styles/hex-color.ts';
import { renderPixels } from '../picture/render-pixels.ts';
import { takeBadShot } from './bad-shot.ts';

type ScanOptions = Pick<StyledSvgOptions, 'style' | 'color' | 'margin' | 'picture'>;

/** Whether readers get the content of a styled symbol, even from a bad photo. */
export async function passesScan(
  symbol: SymbolMatrix,
  content: string,
  { style, color, margin, picture = null }: ScanOptions,
): Promise<boolean> {
  const { side } = sizeFrame(style.frame, symbol.side + 2 * margin);
  const size = SCAN_TEST.module_px * side;
  const svg = await drawStyledSvg(symbol, { style, color, margin, picture, size, title: '' });
  return isScannable(svg, size, color.light, content);
}

/** The likeliest reason why a styled symbol is unreadable: the first part of its style whose removal makes it readable. */
export async function findFault(
  symbol: SymbolMatrix,
  content: string,
  options: ScanOptions,
): Promise<ScanFault> {
  const { style } = options;
  // Colours come first: a shape that can be read in black is not at fault.
  const plainer: readonly (readonly [field: ScanFault, changed: Partial<typeof options>])[] = [
    ['style.gradient', { style: { ...style, gradient: null } }],
    ['style.eyes.color', { style: { ...style, eyes: { ...style.eyes, color: null } } }],
    ['color', { color: DEFAULT_COLOR, style: { ...style, eyes: { ...style.eyes, color: null } } }],
    ['style.logo', { style: { ...style, logo: null } }],
    ['style.frame', { style: { ...style, frame: null } }],
    ['style.modules', { style: { ...style, modules: 'square' } }],
  ];
  for (const [field, changed] of plainer) {
    if (await passesScan(symbol, content, { ...options, ...changed })) return field;
  }
  return 'style';
}

/**
 * Whether a reader gets the content of a styled symbol from a bad photo of it, upright or turned by a quarter: its SVG at 4 pixels per
 * module, blurred, pale, badly lit and noisy. The reader is jsQR, which misses most of what any of the tested readers misses
 * (docs/decisions/styles.md). It also misses one plain symbol in several hundred, but not the same one turned, so one readable photo of two
 * is enough.
 *
 * @param svg the symbol at `SCAN_TEST.module_px` per module
 * @param size width and height of the document
 */
async function isScannable(svg: string, size: number, paper: HexColor, content: string): Promise<boolean> {
  const upright = await renderPixels(svg, size);
  const isRead = (pixels: Uint8Array) => {
    const shot = takeBadShot(pixels, size, toChannels(paper));
    return jsQR(shot, size, size, { inversionAttempts: 'dontInvert' })?.data === content;
  };
  return isRead(upright) || isRead(turn(upright, size));
}

/** A square RGBA picture turned by a quarter, against the clock. */
function turn(rgba: Uint8Array, size: number): Uint8Array {
  const turned = new Uint8Array(rgba.length);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = 4 * (x * size + (size - 1 - y));
      turned.set(rgba.subarray(from, from + 4), 4 * (y * size + x));
    }
  }
  return turned;
}

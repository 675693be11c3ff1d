import jsQR from 'jsqr';
import { sizeFrame } from '#core/styles/frame-size.ts';
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
  const { width } = sizeFrame(style.frame, symbol.side + 2 * margin);
  const size = SCAN_TEST.module_px * width;
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
 * @param width of the document
 */
async function isScannable(svg: string, width: number, paper: HexColor, content: string): Promise<boolean> {
  const upright = await renderPixels(svg, width);
  const height = upright.length / 4 / width;
  const isRead = (pixels: Uint8Array, across: number, down: number) => {
    const shot = takeBadShot(pixels, across, toChannels(paper));
    return jsQR(shot, across, down, { inversionAttempts: 'dontInvert' })?.data === content;
  };
  return isRead(upright, width, height) || isRead(turn(upright, width, height), height, width);
}

/** An RGBA picture turned by a quarter, against the clock. */
function turn(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(rgba.length);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < height; x++) {
      const from = 4 * (x * width + (width - 1 - y));
      turned.set(rgba.subarray(from, from + 4), 4 * (y * height + x));
    }
  }
  return turned;
}

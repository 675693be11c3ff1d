import { sizeFrame } from '#core/codes/frame.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import { SCAN_TEST, type ScanFault } from '#core/codes/style.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { isScannable } from './check-scan.ts';
import { type StyledSvgOptions, writeStyledSvg } from './write-styled-svg.ts';

type ScanOptions = Pick<StyledSvgOptions, 'style' | 'color' | 'margin' | 'picture'>;

/** Whether readers take a styled symbol for what it holds, on a bad photo too. */
export async function passesScan(
  symbol: SymbolMatrix,
  content: string,
  { style, color, margin, picture = null }: ScanOptions,
): Promise<boolean> {
  const { side } = sizeFrame(style.frame, symbol.side + 2 * margin);
  const size = SCAN_TEST.module_px * side;
  const svg = await writeStyledSvg(symbol, { style, color, margin, picture, size, title: '' });
  return isScannable(svg, size, color.light, content);
}

/** The likeliest reason why a symbol in a style is not read: the first part of it without which it is. */
export async function findFault(
  symbol: SymbolMatrix,
  content: string,
  options: ScanOptions,
): Promise<ScanFault> {
  const { style } = options;
  // Colours first: a shape that is read in black is not what is wrong.
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

import jsQR from 'jsqr';
import { type HexColor, toChannels } from '#core/codes/hex-color.ts';
import { renderPixels } from '../picture/render-pixels.ts';
import { takeBadShot } from './bad-shot.ts';

/**
 * Whether a reader gets the content of a styled symbol from one bad photo of it: its SVG at 4 pixels a module, blurred, pale, badly lit and noisy.
 * jsQR reads it, which of the readers that were tried loses most of what others lose (docs/decisions/styles.md).
 *
 * @param svg the symbol at `SCAN_TEST.module_px` for each module
 * @param size width and height of the document
 */
export async function isScannable(
  svg: string,
  size: number,
  paper: HexColor,
  content: string,
): Promise<boolean> {
  const shot = takeBadShot(await renderPixels(svg, size), size, toChannels(paper));
  return jsQR(shot, size, size, { inversionAttempts: 'dontInvert' })?.data === content;
}

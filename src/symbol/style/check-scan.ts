import jsQR from 'jsqr';
import { type HexColor, toChannels } from '#core/codes/hex-color.ts';
import { renderPixels } from '../picture/render-pixels.ts';
import { takeBadShot } from './bad-shot.ts';

/**
 * Whether a reader gets the content of a styled symbol from a bad photo of it, upright or turned by a quarter: its SVG at 4 pixels a module,
 * blurred, pale, badly lit and noisy. jsQR reads it, which of the readers that were tried loses most of what others lose
 * (docs/decisions/styles.md). It also misses one plain symbol in several hundred, but not the same one turned: so two photos, of which one is
 * enough.
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

import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { encodeSymbol } from '#symbol/matrix/encode.ts';
import { toPicture } from '#symbol/picture/module-picture.ts';
import { drawModules } from '../../client/src/command/draw-modules.ts';

/** The quiet zone in modules (ISO/IEC 18004 §6.3.8). */
const QUIET_ZONE = 4;

/**
 * Draws a QR Code symbol in characters, for the terminal of an operator.
 * @param text what a phone reads, at most 2,953 bytes
 * @returns lines with ANSI colors, each with its line break
 * @throws RangeError if the text is too long
 */
export function drawTerminalSymbol(text: string): string {
  const content = new TextEncoder().encode(text);
  const layout = chooseVersion(content, 'L');
  if (layout === null) throw new RangeError(`a symbol holds no ${content.length} bytes`);
  return drawModules(toPicture(encodeSymbol(content, layout), QUIET_ZONE));
}

import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { encodeSymbol } from '#symbol/matrix/encode.ts';
import { toPicture } from '#symbol/picture/module-picture.ts';
import { drawModules, QUIET_ZONE } from '../../client/src/command/modules.ts';

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

import type { QrCode } from '#core/codes/qr-code.ts';
import { sizeFrame, sizePicture } from '#core/styles/frame-size.ts';

/** Modules on a side, without the quiet zone. */
function countModules({ symbolVersion }: Pick<QrCode, 'symbolVersion'>): number {
  return 17 + 4 * symbolVersion;
}

/** The pixels of a picture: a frame makes it higher than it is wide. */
export function pixelsOf(code: Pick<QrCode, 'style' | 'size' | 'margin' | 'symbolVersion'>) {
  const frame = sizeFrame(code.style?.frame ?? null, countModules(code) + 2 * code.margin);
  return { width: code.size, height: sizePicture(frame, code.size).height };
}

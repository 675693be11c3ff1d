import jsQR from 'jsqr';
import { checkContrast } from '#core/styles/contrast.ts';
import { fromChannels } from '#core/styles/hex-color.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { draw } from './draw.ts';
import { readPng, toRgba, type PngPicture } from './read-png.ts';
import { readSymbol } from './read-symbol.ts';

/** Draws symbols in random colours that the contrast rule allows; returns the colours that ZXing or jsQR cannot read. */
export async function findUnreadColors(symbols: number): Promise<string[]> {
  const random = seededRandom(1000);
  const channel = (): number => Math.floor(random() * 256);
  const unread: string[] = [];
  for (let allowed = 0; allowed < symbols;) {
    const color = {
      dark: fromChannels([channel(), channel(), channel()]),
      light: fromChannels([channel(), channel(), channel()]),
    };
    if (!checkContrast(color).ok) continue;
    allowed++;
    const content = `https://GO.EXAMPLE.COM/${allowed}`;
    const { png } = await draw(content, { color, size: 132 });
    const isRead = (await readSymbol(png)).text === content && readWithJsQr(readPng(png)) === content;
    if (!isRead) unread.push(`${color.dark} on ${color.light}`);
  }
  return unread;
}

/** What jsQR, a second reader, finds in a picture that is not inverted. */
export function readWithJsQr(picture: PngPicture): string | undefined {
  return jsQR(toRgba(picture), picture.width, picture.height, { inversionAttempts: 'dontInvert' })?.data;
}

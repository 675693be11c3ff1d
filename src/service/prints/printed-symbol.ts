import type { QrCode } from '#core/codes/qr-code.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeSymbol } from '../images/draw.ts';
import { findPictures, takePicture } from '../styles/logo-pictures.ts';
import { parseTarget, type TargetPolicy } from '../codes/new-code.ts';

/**
 * What the symbol of a stored code holds, and how it looks: as it was drawn when the code was made. The level that it was drawn with gives the
 * same symbol again: a higher level was taken only where the version stayed. Null where a rule of today refuses the target of a static code.
 */
export function describePrinted(deps: TargetPolicy, code: QrCode): ReturnType<typeof describeSymbol> | null {
  // What was allowed when it was made is drawn, whatever is refused today.
  const content = parseTarget(code, { ...deps, allowsPrivateHosts: true });
  // The symbol of a dynamic code holds its short URL, wherever that leads today.
  if (!content.ok && !code.isDynamic) return null;
  const value = content.ok ? content.value : { symbolContent: '', redirectTo: null };
  // What decides about scans draws nothing.
  const { control: _, ...printed } = code;
  const [text, style] = describeSymbol(deps.shortUrlBase, code, printed, value);
  return [text, { ...style, version: code.symbolVersion }];
}

/** The same with the picture of its logo: what images are drawn of. Null also where the logo is gone. */
export async function describeImage(
  deps: TargetPolicy & Pick<Dependencies, 'db'>,
  code: QrCode,
): Promise<ReturnType<typeof describePrinted>> {
  const printed = describePrinted(deps, code);
  const picture = takePicture(await findPictures(deps, code.accountId, [code]), code);
  if (!printed || !picture.ok) return null;
  const [text, style] = printed;
  return [text, { ...style, picture: picture.value }];
}

import { countSymbolModules, type QrCode } from '#core/codes/qr-code.ts';
import { printedBase } from '#core/links/earlier-base.ts';
import { loadElementText } from '#core/styles/element-text.ts';
import { PLAIN_STYLE, withLogoFit } from '#core/styles/style.ts';
import type { PrintedSymbol } from '#print/drawing.ts';
import { encodeCarrier, encodeContent } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeSymbol } from '../images/draw.ts';
import { findPictures, type Pictures, takePicture } from '../styles/logo-pictures.ts';
import { parseTarget, type TargetPolicy } from '../codes/new-code.ts';

/**
 * The content and look of a stored code's symbol, as drawn when the code was created. Its stored level gives the same symbol again: a
 * higher level was chosen only within the same version. Null if a current rule refuses the target of a static code.
 */
export function describePrinted(deps: TargetPolicy, code: QrCode): ReturnType<typeof describeSymbol> | null {
  // What was allowed at creation is drawn, even if it is refused today.
  const content = parseTarget(code, { ...deps, allowsPrivateHosts: true });
  // The symbol of a dynamic code holds its short URL, wherever that leads today.
  if (!content.ok && !code.isDynamic) return null;
  const value = content.ok ? content.value : { symbolContent: '', redirectTo: null };
  // Control does not affect the drawing.
  const { control: _, ...printed } = code;
  const [text, style] = describeSymbol(printedBase(deps, code), code, printed, value);
  return [text, { ...style, version: code.symbolVersion }];
}

/** The printed symbol with the picture of its logo, ready to draw. Also null if the logo no longer exists. */
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

/**
 * A stored code as print files draw it: the same modules and the same look as in its images. Null if it cannot be drawn again.
 *
 * @param pictures the logos of the account's codes that are printed together
 */
export async function readPrintedSymbol(
  deps: TargetPolicy,
  code: QrCode,
  pictures: Pictures,
): Promise<(PrintedSymbol & { readonly title: string }) | null> {
  const printed = describePrinted(deps, code);
  const picture = takePicture(pictures, code);
  const symbol = printed && (await encodeCarrier(...printed));
  if (!printed || !symbol?.ok || !picture.ok) return null;
  const [, { look, color, title }] = printed;
  const style = withLogoFit(look ?? PLAIN_STYLE, symbol.value.logo);
  const text = await loadElementText(code.gs1);
  return { matrix: symbol.value, style, color, picture: picture.value, text, title };
}

/** Modules on a side; null if the symbol cannot be drawn again. */
export function countModules(deps: TargetPolicy, code: QrCode): number | null {
  if (code.isDynamic) return countSymbolModules(code);
  const printed = describePrinted(deps, code);
  const symbol = printed && encodeContent(...printed);
  return symbol?.ok ? symbol.value.side : null;
}

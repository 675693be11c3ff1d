import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { formatElementString, toHumanReadable } from '#core/gs1/digital-link.ts';
import { type LinkName, toSymbolUrl } from '#core/links/link-address.ts';
import { toPrintedUrl } from '#core/links/printed-url.ts';
import { mapOwnTexts } from '#core/codes/own-texts.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { StaticContent } from '#core/content/content.ts';
import { contentOf } from '#core/content/fields/content-fields.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import { PLAIN_STYLE, withLogoFit } from '#core/styles/style.ts';
import { err, ok, type Result } from '#core/result.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { isBound } from '#storage/bucket.ts';
import { putImages } from '#storage/images/images.ts';
import { drawPictures, type EncodedSymbol, encodeScannable, type SymbolStyle } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import type { CheckedNewCode } from '../codes/new-code.ts';

/** A checked new code, before it gets its id and is drawn. */
export interface Draft extends CheckedNewCode {
  readonly newCode: NewCode;
  readonly accountId: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

/** The symbol of a draft, laid out within the budget, and how it looks. Refuses a style that makes it unreadable. */
export async function layOutDraft(
  { shortUrlBase, budget }: Dependencies,
  codeId: CodeId,
  { newCode, content, picture, shortCode }: Draft,
): Promise<Result<LaidOut, CreateProblem[]>> {
  const name = { host: newCode.host ?? null, codeId, shortCode };
  const [text, look] = describeSymbol(shortUrlBase, name, newCode, content);
  const style = { ...look, picture, limit: budget };
  const symbol = await encodeScannable(text, style);
  return symbol.ok ? ok({ symbol: symbol.value, style }) : err([symbol.error]);
}

interface LaidOut {
  readonly symbol: EncodedSymbol;
  readonly style: SymbolStyle;
}

/**
 * Draws and stores the images of a new code; an outage of the store becomes a problem for the caller. False if the id has images already.
 * Without a bucket nothing is drawn before somebody asks for it.
 */
export async function storeImages(
  deps: Pick<Dependencies, 'images' | 'reportFailure'>,
  codeId: CodeId,
  { symbol, style }: LaidOut,
): Promise<Result<boolean, CreateProblem[]>> {
  if (!isBound(deps.images)) return ok(true);
  const images = await drawPictures(symbol, style);
  try {
    return ok(await putImages(deps.images, codeId, images));
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    deps.reportFailure('images_not_stored', error);
    return err([{ reason: 'images_not_stored' }]);
  }
}

/** The row of a draft whose symbol is laid out. */
export function toQrCode(codeId: CodeId, draft: Draft, symbol: EncodedSymbol): QrCode {
  const { newCode, content, control, filing, shortCode, accountId, createdBy, createdAtMs } = draft;
  const { filing: _sent, ...chosen } = newCode;
  return {
    ...chosen,
    ...filing,
    ...mapOwnTexts((name) => newCode[name] ?? null),
    origin: newCode.origin ?? null,
    gs1: newCode.gs1 ?? null,
    host: newCode.host ?? null,
    codeId,
    shortCode,
    style: newCode.style ? withLogoFit(newCode.style, symbol.logo) : null,
    symbolVersion: symbol.version,
    accountId,
    redirectTo: content.redirectTo,
    content: newCode.content ?? contentOf(newCode.type, newCode.target),
    errorCorrection: symbol.level,
    control,
    disabledFor: null,
    scansTaken: 0,
    scansRolledUp: 0,
    lastScanAtMs: null,
    revision: 1,
    createdAtMs,
    createdBy,
    updatedAtMs: createdAtMs,
  };
}

/** The content and look of a code's symbol, as printed. */
export function describeSymbol(
  shortUrlBase: string,
  name: LinkName,
  newCode: Omit<NewCode, 'control' | 'shortCode'>,
  content: StaticContent,
): [content: string, style: SymbolStyle] {
  const { type, isDynamic, color, size, margin, errorCorrection, style, gs1 = null } = newCode;
  const printedUrl = toPrintedUrl(shortUrlBase, { ...name, gs1 });
  const shortUrl = gs1 ? printedUrl : toSymbolUrl(shortUrlBase, name);
  const symbolContent = isDynamic ? shortUrl : content.symbolContent;
  // The image stays when the code is edited, so its title states only what cannot change.
  const title = `QR code: ${isDynamic ? printedUrl : type}`;
  const drawn = { color, size, margin, title, gs1 };
  const plain = { ...drawn, errorCorrection, look: style ?? null };
  if (gs1?.carrier === 'datamatrix')
    return [
      formatElementString(gs1),
      { ...plain, title: `GS1 Data Matrix: ${toHumanReadable(gs1).join(' ')}` },
    ];
  const payment = PAYMENT_SYMBOLS[type];
  if (!payment) return [symbolContent, plain];
  const look = payment.hasSwissCross ? { ...PLAIN_STYLE, hasSwissCross: true } : null;
  return [symbolContent, { ...drawn, errorCorrection: payment.level, isExactLevel: true, look }];
}

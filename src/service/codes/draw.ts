import type { CodeId } from '#core/codes/code-id.ts';
import type { ListPosition } from '#core/codes/list-position.ts';
import { type LinkName, toShortUrl, toSymbolUrl } from '#core/codes/short-url.ts';
import type { StaticContent } from '#core/content/content.ts';
import { type ScanFault, withLogoFit } from '#core/codes/style.ts';
import { err, ok } from '#core/result.ts';
import { putImages } from '#storage/codes/images.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { drawSymbol, findUnscannable, type SymbolProblem, type SymbolStyle } from '#symbol/draw-symbol.ts';
import type { Budget } from '../budget.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CheckedNewCode, CreateResult, NewCode, UnscannableStyle } from './new-code.ts';

/** A new code that was checked, with its identity, before it is drawn. */
export interface Draft extends CheckedNewCode {
  readonly newCode: NewCode;
  readonly accountId: string;
  readonly codeId: CodeId;
  readonly position: ListPosition;
  readonly createdAtMs: number;
}

/**
 * Draws a draft and stores its images. The caller stores the row. Null where the id has images already, and so belongs to
 * another code.
 */
export async function drawQrCode(deps: Dependencies, draft: Draft): Promise<CreateResult | null> {
  const { newCode, content, control, labels, accountId, codeId, position, createdAtMs } = draft;
  const { shortCode = null } = newCode;
  const [text, described] = describeSymbol(deps.shortUrlBase, { codeId, shortCode }, newCode, content);
  const style = { ...described, picture: draft.picture, largestVersion: deps.budget.symbolVersion };
  const symbol = await drawSymbol(text, style);
  if (!symbol.ok) return err([withReason(symbol.error, deps.budget)]);
  const field = await findUnscannable(text, style);
  if (field !== null) return err([toUnscannable(field)]);
  try {
    if (!(await putImages(deps.images, codeId, symbol.value))) return null;
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    deps.reportFailure('images_not_stored', error);
    return err([{ reason: 'images_not_stored' }]);
  }
  const { labels: _sent, ...chosen } = newCode;
  return ok({
    ...chosen,
    ...labels,
    externalId: newCode.externalId ?? null,
    origin: newCode.origin ?? null,
    shortCode,
    style: newCode.style ? withLogoFit(newCode.style, symbol.value.logo) : null,
    symbolVersion: symbol.value.version,
    codeId,
    position,
    accountId,
    redirectTo: content.redirectTo,
    errorCorrection: symbol.value.errorCorrection,
    control,
    disabledFor: null,
    scansTaken: 0,
    scansRolledUp: 0,
    lastScanAtMs: null,
    revision: 1,
    createdAtMs,
    updatedAtMs: createdAtMs,
  });
}

function toUnscannable(field: ScanFault): UnscannableStyle {
  return {
    reason: 'unscannable',
    field,
    message: `A reader did not get the content from a test picture of this code. The likeliest cause is "${field}": choose another value for it.`,
  };
}

/** Says why a symbol is too large that could be drawn elsewhere. */
export function withReason(problem: SymbolProblem, { reason }: Budget): SymbolProblem {
  if (problem.reason !== 'symbol_too_large' || reason === null) return problem;
  return { ...problem, message: `${problem.message.slice(0, -1)}: ${reason}.` };
}

/** What the symbol of a code holds, and how it looks: as it is printed. */
export function describeSymbol(
  shortUrlBase: string,
  name: LinkName,
  newCode: Omit<NewCode, 'control' | 'externalId' | 'labels' | 'shortCode'>,
  content: StaticContent,
): [content: string, style: SymbolStyle] {
  const { type, isDynamic, color, size, margin, errorCorrection, style } = newCode;
  const symbolContent = isDynamic ? toSymbolUrl(shortUrlBase, name) : content.symbolContent;
  // The image stays when the code is edited, so its title says only what cannot change.
  const title = isDynamic ? `QR code: ${toShortUrl(shortUrlBase, name)}` : `QR code: ${type}`;
  return [symbolContent, { color, size, margin, errorCorrection, title, look: style ?? null }];
}

import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import type { ListPosition } from '#core/codes/list-position.ts';
import { type LinkName, toShortUrl, toSymbolUrl } from '#core/codes/short-url.ts';
import type { StaticContent } from '#core/content/content.ts';
import { type ScanFault, withLogoFit } from '#core/codes/style.ts';
import { err, ok, type Result } from '#core/result.ts';
import { putImages } from '#storage/codes/images.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import {
  type DrawnSymbol,
  drawSymbol,
  findUnscannable,
  type SymbolProblem,
  type SymbolStyle,
} from '#symbol/draw-symbol.ts';
import type { Budget } from '../budget.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CheckedNewCode, CreateProblem, CreateResult, UnscannableStyle } from './new-code.ts';

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
  const [text, style] = describeSymbol(deps.shortUrlBase, { codeId, shortCode }, newCode, content);
  const symbol = await drawAndScan(deps, text, { ...style, picture: draft.picture });
  if (!symbol.ok) return symbol;
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

/** Draws a symbol as the budget allows it, and refuses a style with which a reader does not get its content. */
export async function drawAndScan(
  { budget }: Pick<Dependencies, 'budget'>,
  text: string,
  described: SymbolStyle,
): Promise<Result<DrawnSymbol, CreateProblem[]>> {
  const style = { ...described, largestVersion: budget.symbolVersion };
  const symbol = await drawSymbol(text, style);
  if (!symbol.ok) return err([withReason(symbol.error, budget)]);
  const field = await findUnscannable(text, style);
  return field === null ? symbol : err([toUnscannable(field)]);
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

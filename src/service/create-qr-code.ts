import { CODE_ID_BYTES, type CodeId, createCodeId } from '../core/code-id.ts';
import { type ContentProblem, type ContentType, parseContent, type StaticContent } from '../core/content.ts';
import { checkContrast, type ContrastProblem } from '../core/contrast.ts';
import { toListPosition } from '../core/list-position.ts';
import type { QrCode } from '../core/qr-code.ts';
import { err, ok, type Result } from '../core/result.ts';
import { toShortUrl, toSymbolUrl } from '../core/short-url.ts';
import { insertQrCode } from '../storage/qr-codes.ts';
import { putImages } from '../storage/images.ts';
import { type DrawnSymbol, drawSymbol, type SymbolProblem } from '../symbol/draw-symbol.ts';
import type { Dependencies } from './dependencies.ts';

/** What the caller chooses. Types are checked at the edge; what the values mean is checked here. */
export type QrCodeRequest = Pick<
  QrCode,
  'type' | 'target' | 'isDynamic' | 'title' | 'color' | 'format' | 'size' | 'margin' | 'errorCorrection'
>;

export type CreateProblem =
  | { readonly reason: 'type_not_dynamic'; readonly type: ContentType }
  | { readonly reason: 'invalid_target'; readonly type: ContentType; readonly problem: ContentProblem }
  | { readonly reason: 'low_contrast'; readonly problem: ContrastProblem }
  | SymbolProblem;

/** With 40 random bits a taken id is a once-in-years event; five in a row mean that something else is broken. */
const MAX_ID_ATTEMPTS = 5;

/** Draws the symbol, stores both images, then the row: a code that exists always has its images. */
export async function createQrCode(
  deps: Dependencies,
  accountId: string,
  request: QrCodeRequest,
): Promise<Result<QrCode, CreateProblem[]>> {
  const content = parseContent(request.type, request.target, {
    shortLinkHost: new URL(deps.shortUrlBase).host,
  });
  const problems = listProblems(request, content);
  if (problems.length > 0 || !content.ok) return err(problems);

  for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
    const codeId = createCodeId(deps.randomBytes(CODE_ID_BYTES));
    const symbol = await draw(deps.shortUrlBase, codeId, request, content.value);
    if (!symbol.ok) return err([symbol.error]);
    const code = toQrCode(deps.nowMs(), accountId, codeId, request, content.value, symbol.value);
    if ((await putImages(deps.images, codeId, symbol.value)) && (await insertQrCode(deps.db, code)))
      return ok(code);
  }
  throw new Error(`no free code id in ${MAX_ID_ATTEMPTS} attempts`);
}

function listProblems(
  request: QrCodeRequest,
  content: Result<StaticContent, ContentProblem>,
): CreateProblem[] {
  const problems: CreateProblem[] = [];
  if (request.isDynamic && request.type !== 'url')
    problems.push({ reason: 'type_not_dynamic', type: request.type });
  if (!content.ok) problems.push({ reason: 'invalid_target', type: request.type, problem: content.error });
  const contrast = checkContrast(request.color);
  if (!contrast.ok) problems.push({ reason: 'low_contrast', problem: contrast.error });
  return problems;
}

function draw(
  shortUrlBase: string,
  codeId: CodeId,
  request: QrCodeRequest,
  content: StaticContent,
): Promise<Result<DrawnSymbol, SymbolProblem>> {
  const { isDynamic, color, size, margin, errorCorrection } = request;
  const symbolContent = isDynamic ? toSymbolUrl(shortUrlBase, codeId) : content.symbolContent;
  // The picture outlives every edit, so its name holds only what the print holds.
  const title = isDynamic ? `QR code: ${toShortUrl(shortUrlBase, codeId)}` : `QR code: ${request.type}`;
  return drawSymbol(symbolContent, { color, size, margin, errorCorrection, title });
}

function toQrCode(
  nowMs: number,
  accountId: string,
  codeId: CodeId,
  request: QrCodeRequest,
  content: StaticContent,
  symbol: DrawnSymbol,
): QrCode {
  return {
    codeId,
    position: toListPosition(nowMs, codeId),
    accountId,
    ...request,
    redirectTo: content.redirectTo,
    errorCorrection: symbol.errorCorrection,
    revision: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

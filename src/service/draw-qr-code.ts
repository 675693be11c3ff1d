import { CODE_ID_BYTES, type CodeId, createCodeId } from '../core/code-id.ts';
import type { StaticContent } from '../core/content.ts';
import { type ListPosition, toListPosition } from '../core/list-position.ts';
import type { QrCode } from '../core/qr-code.ts';
import { err, ok, type Result } from '../core/result.ts';
import { toShortUrl, toSymbolUrl } from '../core/short-url.ts';
import { putImages } from '../storage/images.ts';
import { drawSymbol, type SymbolProblem, type SymbolStyle } from '../symbol/draw-symbol.ts';
import type { Dependencies } from './dependencies.ts';
import type { QrCodeRequest } from './qr-code-request.ts';

const MAX_ATTEMPTS = 5;

export interface Drawing {
  readonly accountId: string;
  readonly request: QrCodeRequest;
  readonly content: StaticContent;
  readonly nowMs: number;
  /** List positions of the codes drawn so far for the same transaction; this one's is added. */
  readonly taken: Set<ListPosition>;
}

/** Draws a code under a new id and stores its images. Its row is for the caller to store. */
export async function drawQrCode(
  deps: Dependencies,
  drawing: Drawing,
): Promise<Result<QrCode, SymbolProblem[]>> {
  const { accountId, request, content, nowMs } = drawing;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { codeId, position } = chooseId(deps, drawing);
    const symbol = await drawSymbol(...describeSymbol(deps.shortUrlBase, codeId, request, content));
    if (!symbol.ok) return err([symbol.error]);
    // False where the id has images, and so belongs to another code.
    if (!(await putImages(deps.images, codeId, symbol.value))) continue;
    const { redirectTo } = content;
    const { errorCorrection } = symbol.value;
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
    return ok({
      codeId,
      position,
      accountId,
      ...request,
      redirectTo,
      errorCorrection,
      revision: 1,
      ...times,
    });
  }
  throw new Error(`no free code id in ${MAX_ATTEMPTS} attempts`);
}

function chooseId(deps: Dependencies, { nowMs, taken }: Drawing): { codeId: CodeId; position: ListPosition } {
  // 1,024 positions to a millisecond and at most 100 codes to a transaction: a free one is found in a try or two.
  for (;;) {
    const codeId = createCodeId(deps.randomBytes(CODE_ID_BYTES));
    const position = toListPosition(nowMs, codeId);
    if (taken.has(position)) continue;
    taken.add(position);
    return { codeId, position };
  }
}

/** What the symbol of a code holds, and how it looks: as it is printed. */
export function describeSymbol(
  shortUrlBase: string,
  codeId: CodeId,
  request: QrCodeRequest,
  content: StaticContent,
): [content: string, style: SymbolStyle] {
  const { isDynamic, color, size, margin, errorCorrection } = request;
  const symbolContent = isDynamic ? toSymbolUrl(shortUrlBase, codeId) : content.symbolContent;
  // The picture outlives every edit, so its name holds only what the print holds.
  const title = isDynamic ? `QR code: ${toShortUrl(shortUrlBase, codeId)}` : `QR code: ${request.type}`;
  return [symbolContent, { color, size, margin, errorCorrection, title }];
}

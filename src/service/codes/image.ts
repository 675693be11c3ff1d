import type { CodeId } from '#core/codes/code-id.ts';
import type { ImageFormat, QrCode } from '#core/codes/qr-code.ts';
import type { ImageRequest } from '#core/print/files-request.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { drawPng, drawSvgSymbol, type SymbolProblem } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import type { TargetPolicy } from './new-code.ts';
import { describePrinted } from './printed-symbol.ts';

export interface ImageFile {
  readonly format: ImageFormat;
  readonly bytes: Uint8Array;
}

export type ImageFailure =
  | { readonly reason: 'not_found' | 'not_drawable' | 'dpi_of_svg' }
  | Extract<SymbolProblem, { reason: 'size_too_small' }>;

/** An image of a code of the account in another size: the same modules as in its stored images. Nothing is stored. */
export async function drawImage(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: ImageRequest,
): Promise<Result<ImageFile, ImageFailure>> {
  const code = await findQrCode(deps.db, accountId, codeId);
  return code ? drawImageOf(deps, code, request) : err({ reason: 'not_found' });
}

/** The same of a code that was read. */
export function drawImageOf(
  deps: TargetPolicy,
  code: QrCode,
  request: ImageRequest,
): Result<ImageFile, ImageFailure> {
  const { format = code.format, size = code.size, margin = code.margin, dpi = null } = request;
  if (format === 'svg' && dpi !== null) return err({ reason: 'dpi_of_svg' });
  const printed = describePrinted(deps, code);
  if (!printed) return err({ reason: 'not_drawable' });
  const [content, style] = printed;
  const symbol = drawSvgSymbol(content, { ...style, size, margin });
  if (!symbol.ok) {
    return err(symbol.error.reason === 'size_too_small' ? symbol.error : { reason: 'not_drawable' });
  }
  const bytes =
    format === 'svg'
      ? new TextEncoder().encode(symbol.value.svg)
      : await drawPng(symbol.value, { ...style, size }, dpi);
  return ok({ format, bytes });
}

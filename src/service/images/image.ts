import type { ImageFormat, QrCode } from '#core/codes/qr-code.ts';
import type { ImageRequest } from '#core/prints/files-request.ts';
import type { SymbolProblem } from '#core/codes/new-code-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { drawStyledPng, drawSvgSymbol, hasMixedPixels } from '#symbol/draw-symbol.ts';
import { writePng } from '#symbol/picture/write-png.ts';
import type { Dependencies } from '../dependencies.ts';
import type { TargetPolicy } from '../codes/new-code.ts';
import { type Allowance, estimateDrawingMs } from './drawing-time.ts';
import { describeImage } from '../prints/printed-symbol.ts';

export interface ImageFile {
  readonly format: ImageFormat;
  readonly bytes: Uint8Array;
}

export type ImageFailure =
  | { readonly reason: 'not_drawable' | 'dpi_of_svg' }
  | { readonly reason: 'size_too_small'; readonly problem: SymbolProblem };

/** An image of a code in another size: the same modules as in its stored images. Nothing is stored. */
export async function drawImage(
  deps: Dependencies,
  code: QrCode,
  request: ImageRequest,
  { charge }: Allowance,
): Promise<Result<ImageFile, ImageFailure>> {
  const image = { ...request, format: request.format ?? code.format };
  await charge(estimateDrawingMs(code, { kind: 'image', image }));
  return drawImageOf(deps, code, image);
}

/** The same for an image that is already paid for. */
export async function drawImageOf(
  deps: TargetPolicy & Pick<Dependencies, 'db'>,
  code: QrCode,
  request: ImageRequest,
): Promise<Result<ImageFile, ImageFailure>> {
  const { format = code.format, size = code.size, margin = code.margin, dpi = null } = request;
  if (format === 'svg' && dpi !== null) return err({ reason: 'dpi_of_svg' });
  const printed = await describeImage(deps, code);
  if (!printed) return err({ reason: 'not_drawable' });
  const [content, style] = printed;
  const symbol = await drawSvgSymbol(content, { ...style, size, margin });
  if (!symbol.ok) {
    const problem = symbol.error;
    return err(
      problem.code === 'size_too_small' ? { reason: problem.code, problem } : { reason: 'not_drawable' },
    );
  }
  const { svg, picture } = symbol.value;
  if (format === 'svg') return ok({ format, bytes: new TextEncoder().encode(svg) });
  const bytes = hasMixedPixels(style)
    ? await drawStyledPng(svg, size, style.color, dpi)
    : writePng(picture, size, style.color, dpi);
  return ok({ format, bytes });
}

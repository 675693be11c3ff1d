import type { CodeId } from '../core/code-id.ts';
import { ok, type Result } from '../core/result.ts';
import type { ErrorCorrectionLevel } from '../core/error-correction.ts';
import type { Dependencies } from './dependencies.ts';
import { drawSvgSymbol } from '../symbol/draw-symbol.ts';
import { describeSymbol } from './draw-qr-code.ts';
import { type CreateProblem, parseTarget, type QrCodeRequest } from './qr-code-request.ts';

/** Stands for the id that a dynamic code will get: as long as any, and issued about once in 10¹² codes. */
const PLACEHOLDER_ID = 'xxxxxxxx' as CodeId;

export interface QrCodePreview {
  readonly svg: string;
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  readonly errorCorrection: ErrorCorrectionLevel;
  /** The symbol holds no real short link: only the finished code does. */
  readonly isPlaceholder: boolean;
}

/** Draws what a code would look like and stores nothing. Colours too alike for scanners are drawn too: they are there to be looked at. */
export function previewQrCode(
  { shortUrlBase }: Pick<Dependencies, 'shortUrlBase'>,
  request: QrCodeRequest,
): Result<QrCodePreview, CreateProblem> {
  const { type, isDynamic } = request;
  const content = parseTarget(request, shortUrlBase);
  if (!content.ok) return { ok: false, error: { reason: 'invalid_target', type, problem: content.error } };
  const symbol = drawSvgSymbol(...describeSymbol(shortUrlBase, PLACEHOLDER_ID, request, content.value));
  if (!symbol.ok) return symbol;
  const { svg, modules, errorCorrection } = symbol.value;
  return ok({ svg, modules, errorCorrection, isPlaceholder: isDynamic });
}

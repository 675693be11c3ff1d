import type { CodeId } from '#core/codes/code-id.ts';
import { sizeFrame } from '#core/codes/frame.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { LogoPicture } from '#symbol/style/write-styled-svg.ts';
import type { LogoFit } from '#core/codes/logo.ts';
import { drawSvgSymbol } from '#symbol/draw-symbol.ts';
import type { Budget } from '../budget.ts';
import { describeSymbol, withReason } from './draw.ts';
import { type CreateProblem, parseTarget, type NewCode, type TargetPolicy } from './new-code.ts';

/** Stands for the id that a dynamic code will get. It has the same length, so the symbol has the same size. */
const PLACEHOLDER_ID = 'xxxxxxxx' as CodeId;

export interface QrCodePreview {
  readonly svg: string;
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** The same of the whole picture, with quiet zone and frame. */
  readonly side: number;
  readonly version: number;
  readonly errorCorrection: ErrorCorrectionLevel;
  /** What its logo came to; null without one. */
  readonly logo: LogoFit | null;
  /** True where the symbol holds a short link that leads nowhere. Only a created code has a real one. */
  readonly isPlaceholder: boolean;
}

/** Draws what a code would look like, and stores nothing; without a picture, the square of its logo is empty. Also draws colours with too little contrast, so that the owner sees them. */
export async function previewQrCode(
  policy: TargetPolicy & { readonly budget: Budget },
  newCode: NewCode,
  picture: LogoPicture | null = null,
): Promise<Result<QrCodePreview, CreateProblem>> {
  const { type, isDynamic } = newCode;
  const content = parseTarget(newCode, policy);
  if (!content.ok) return err({ reason: 'invalid_target', type, problem: content.error });
  const { budget, shortUrlBase } = policy;
  const name = { codeId: PLACEHOLDER_ID, shortCode: newCode.shortCode ?? null };
  const [text, style] = describeSymbol(shortUrlBase, name, newCode, content.value);
  const symbol = await drawSvgSymbol(text, { ...style, picture, largestVersion: budget.symbolVersion });
  if (!symbol.ok) return err(withReason(symbol.error, budget));
  const { svg, modules, version, errorCorrection, logo } = symbol.value;
  const { side } = sizeFrame(newCode.style?.frame ?? null, modules + 2 * newCode.margin);
  return ok({ svg, modules, side, version, errorCorrection, logo, isPlaceholder: isDynamic });
}

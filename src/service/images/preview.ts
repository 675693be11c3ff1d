import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import { rateRobustness, type Robustness } from '#core/styles/robustness.ts';
import { ok, type Result } from '#core/result.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { LogoFit } from '#core/styles/logo.ts';
import { drawSvgSymbol, encodeCarrier, findScanFault } from '#symbol/draw-symbol.ts';
import type { Budget } from '../budget.ts';
import { describeSymbol } from './draw.ts';
import { readChosenName } from '#core/links/chosen-name.ts';
import { listLookProblems, parseTarget, type TargetPolicy } from '../codes/new-code.ts';
import type { Problem } from '#contract/problems/problems.ts';

/** A placeholder for a dynamic code's future id. It has the same length, so the symbol has the same size. */
const PLACEHOLDER_ID = 'xxxxxxxx' as CodeId;

export interface QrCodePreview {
  readonly svg: string;
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** The width of the whole picture in modules, with quiet zone and frame. */
  readonly side: number;
  readonly version: number;
  readonly errorCorrection: ErrorCorrectionLevel;
  /** The size of its logo and what it costs; null without one. */
  readonly logo: LogoFit | null;
  /** Why a create would refuse its test photo; null if it would not. */
  readonly fault: Problem | null;
  /** True if the symbol holds a placeholder short link. Only a created code has a real one. */
  readonly isPlaceholder: boolean;
}

/**
 * Draws what a code would look like, and stores nothing; without the logo's picture, its square stays empty. Also draws colours with too
 * little contrast, so that the owner sees them. With `isTested`, it also takes the test photo of a create, where that can fail.
 */
export async function previewQrCode(
  policy: TargetPolicy & { readonly budget: Budget },
  newCode: NewCode,
  picture: LogoPicture | null = null,
  { isTested = false } = {},
): Promise<Result<QrCodePreview, Problem>> {
  const content = parseTarget(newCode, policy);
  if (!content.ok) return content;
  const { budget, shortUrlBase } = policy;
  const path = readChosenName(newCode);
  const shortCode = path.ok ? path.value : null;
  const name = { host: newCode.host ?? null, codeId: PLACEHOLDER_ID, shortCode };
  const described = describeSymbol(shortUrlBase, name, newCode, content.value);
  const [text, style] = described;
  const symbol = await drawSvgSymbol(text, { ...style, picture, limit: budget });
  if (!symbol.ok) return symbol;
  const { svg, modules, version, errorCorrection, logo } = symbol.value;
  const { width: side } = sizeFrame(newCode.style?.frame ?? null, modules + 2 * newCode.margin);
  const isPlaceholder = newCode.isDynamic && !newCode.gs1;
  const drawn = { svg, modules, side, version, errorCorrection, logo, fault: null, isPlaceholder };
  return ok(isTested ? { ...drawn, fault: await findTestFault(described, newCode, picture, drawn) } : drawn);
}

/** How well a drawn look is read. */
export function ratePreview(
  { errorCorrection, logo, modules }: QrCodePreview,
  { style = null, color, margin }: Pick<NewCode, 'style' | 'color' | 'margin'>,
): Robustness {
  const taken = logo && { damage: logo.damage, share: logo.modules / modules };
  return rateRobustness({ style, color, margin, errorCorrection, logo: taken });
}

/**
 * Why a create would refuse the test photo of a look that passes every other rule. Only those that are hard to scan can fail it: the photo
 * takes tens of milliseconds, and every pause in typing draws a preview.
 */
async function findTestFault(
  [text, style]: ReturnType<typeof describeSymbol>,
  look: Pick<NewCode, 'style' | 'color' | 'margin'>,
  picture: LogoPicture | null,
  drawn: QrCodePreview,
): Promise<Problem | null> {
  if (ratePreview(drawn, look).step !== 'much_less' || listLookProblems(look).length > 0) return null;
  const encoded = await encodeCarrier(text, style);
  const cause = encoded.ok ? await findScanFault(encoded.value, text, { ...style, picture }) : null;
  return cause && { code: 'unscannable', field: cause, values: { cause } };
}

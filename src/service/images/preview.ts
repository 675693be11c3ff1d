import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import { rateRobustness, type Robustness } from '#core/styles/robustness.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { RenditionFields } from '#core/styles/rendition.ts';
import { ok, type Result } from '#core/result.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { LogoFit } from '#core/styles/logo.ts';
import { drawSvgSymbol, encodeContent, findScanFault } from '#symbol/draw-symbol.ts';
import type { Budget } from '../budget.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeSymbol } from './draw.ts';
import { checkChosenPath } from '#core/links/own-path.ts';
import { findPictures, takePicture } from '../styles/logo-pictures.ts';
import {
  listBudgetProblems,
  listLookProblems,
  listPaymentProblems,
  parseTarget,
  type TargetPolicy,
} from '../codes/new-code.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { describePrinted } from '../prints/printed-symbol.ts';

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
  const { host = null, shortCode } = newCode;
  const path = shortCode ? checkChosenPath(shortCode, host) : null;
  const name = { host, codeId: PLACEHOLDER_ID, shortCode: path?.ok ? path.value : null };
  const described = describeSymbol(shortUrlBase, name, newCode, content.value);
  const drawn = await drawPreview(
    budget,
    described,
    { ...newCode, isPlaceholder: newCode.isDynamic },
    picture,
  );
  if (!isTested || !drawn.ok) return drawn;
  return ok({ ...drawn.value, fault: await findTestFault(described, newCode, picture, drawn.value) });
}

export interface RenditionPreview {
  /** Null if it cannot be drawn. */
  readonly symbol: QrCodePreview | null;
  /** Null if the code's content cannot be drawn any more; otherwise everything that shows without the test photo. */
  readonly problems: readonly Problem[] | null;
}

/** Draws a rendition of a code without storing it: its symbol has the same content as the code's. */
export async function previewRendition(
  deps: TargetPolicy & Pick<Dependencies, 'budget' | 'db'>,
  code: QrCode,
  fields: RenditionFields,
): Promise<RenditionPreview> {
  const printed = describePrinted(deps, { ...code, ...fields });
  if (!printed) return { symbol: null, problems: null };
  const [text, style] = printed;
  const picture = takePicture(await findPictures(deps, code.accountId, [fields]), fields);
  const described: ReturnType<typeof describeSymbol> = [text, { ...style, version: null }];
  const logo = picture.ok ? picture.value : null;
  const drawn = await drawPreview(deps.budget, described, { ...fields, isPlaceholder: false }, logo);
  const problems = [
    ...listLookProblems(fields),
    ...listPaymentProblems(code.type, fields),
    ...listBudgetProblems(fields, deps.budget),
  ];
  if (!picture.ok) problems.push(picture.error);
  if (!drawn.ok) problems.push(drawn.error);
  else {
    const fault = await findTestFault(described, fields, logo, drawn.value);
    if (fault) problems.push(fault);
  }
  return { symbol: drawn.ok ? drawn.value : null, problems };
}

async function drawPreview(
  budget: Budget,
  [text, style]: ReturnType<typeof describeSymbol>,
  look: Pick<NewCode, 'style' | 'margin'> & Pick<QrCodePreview, 'isPlaceholder'>,
  picture: LogoPicture | null,
): Promise<Result<QrCodePreview, Problem>> {
  const symbol = await drawSvgSymbol(text, { ...style, picture, limit: budget });
  if (!symbol.ok) return symbol;
  const { svg, modules, version, errorCorrection, logo } = symbol.value;
  const { width: side } = sizeFrame(look.style?.frame ?? null, modules + 2 * look.margin);
  const { isPlaceholder } = look;
  return ok({ svg, modules, side, version, errorCorrection, logo, fault: null, isPlaceholder });
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
  const encoded = encodeContent(text, style);
  const cause = encoded.ok ? await findScanFault(encoded.value, text, { ...style, picture }) : null;
  return cause && { code: 'unscannable', field: cause, values: { cause } };
}

import { type ContentProblem, type ContentType, parseContent, type StaticContent } from '../core/content.ts';
import { checkContrast, type ContrastProblem } from '../core/contrast.ts';
import type { QrCode } from '../core/qr-code.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { SymbolProblem } from '../symbol/draw-symbol.ts';

/** What the caller of a create chooses. Types are checked at the edge; what the values mean is checked here. */
export type QrCodeRequest = Pick<
  QrCode,
  'type' | 'target' | 'isDynamic' | 'title' | 'color' | 'format' | 'size' | 'margin' | 'errorCorrection'
>;

export type CreateProblem =
  | { readonly reason: 'type_not_dynamic'; readonly type: ContentType }
  | { readonly reason: 'invalid_target'; readonly type: ContentType; readonly problem: ContentProblem }
  | { readonly reason: 'low_contrast'; readonly problem: ContrastProblem }
  | SymbolProblem
  /** The store did not take the images: nothing is wrong with the request. */
  | { readonly reason: 'images_not_stored' };

/** Names all that is wrong with a request and can be known without drawing, at once; else gives its content. */
export function validateRequest(
  request: QrCodeRequest,
  shortUrlBase: string,
): Result<StaticContent, CreateProblem[]> {
  const { type, isDynamic, color } = request;
  const problems: CreateProblem[] = [];
  if (isDynamic && type !== 'url') problems.push({ reason: 'type_not_dynamic', type });
  const content = parseTarget(request, shortUrlBase);
  if (!content.ok) problems.push({ reason: 'invalid_target', type, problem: content.error });
  const contrast = checkContrast(color);
  if (!contrast.ok) problems.push({ reason: 'low_contrast', problem: contrast.error });
  return content.ok && problems.length === 0 ? ok(content.value) : err(problems);
}

/** What a target says, by the rules of its type; a short link of our own is none. */
export function parseTarget(
  { type, target }: Pick<QrCodeRequest, 'type' | 'target'>,
  shortUrlBase: string,
): Result<StaticContent, ContentProblem> {
  return parseContent(type, target, { shortLinkHost: new URL(shortUrlBase).host });
}

import type { NewCode } from '#core/codes/code-request.ts';
import {
  type ContentProblem,
  type ContentType,
  parseContent,
  type StaticContent,
} from '#core/content/content.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { checkContrast, type ContrastProblem } from '#core/styles/contrast.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { checkStyle, type ScanFault, type StyleProblem } from '#core/styles/style.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { Control } from '#core/control/control.ts';
import { changeFiling, type Filing, type FilingProblem, NO_FILING } from '#core/codes/filing.ts';
import type { ControlProblem } from '#core/control/checks/control-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Budget } from '../budget.ts';
import type { Dependencies } from '../dependencies.ts';
import { readControl } from './control.ts';
import type { LogoPicture } from '#symbol/style/write-styled-svg.ts';
import { type LogoNotFound, type Pictures, takePicture } from '../styles/logo-pictures.ts';
import type { SymbolProblem } from '#symbol/draw-symbol.ts';

/** Another code of the account has the external id: a living one, or, if `holder` is null, an earlier one of the same request. */
export interface ExternalIdTaken {
  readonly reason: 'external_id_taken';
  readonly externalId: string;
  readonly holder: CodeId | null;
}

/** Another code has or had the short code: one of any account, or an earlier one of the same request. */
export interface ShortCodeTaken {
  readonly reason: 'short_code_taken';
  readonly shortCode: ShortCode;
  readonly isInRequest: boolean;
}

/** A reader could not get the content from a bad photo of the symbol. */
export interface UnscannableStyle {
  readonly reason: 'unscannable';
  /** The likeliest cause. */
  readonly field: ScanFault;
  readonly message: string;
}

export type CreateProblem =
  | { readonly reason: 'type_not_dynamic'; readonly type: ContentType }
  | { readonly reason: 'invalid_target'; readonly type: ContentType; readonly problem: ContentProblem }
  | { readonly reason: 'control_of_static_code' }
  | ExternalIdTaken
  | ShortCodeTaken
  | { readonly reason: 'invalid_field'; readonly problem: ControlProblem | FilingProblem }
  | { readonly reason: 'low_contrast'; readonly problem: ContrastProblem }
  | { readonly reason: 'invalid_style'; readonly problem: StyleProblem }
  /** The budget of the service has no room for it. */
  | { readonly reason: 'style_not_drawn'; readonly message: string }
  | UnscannableStyle
  | LogoNotFound
  | SymbolProblem
  | QuotaProblem
  /** R2 failed to store the images. The request is not at fault. */
  | { readonly reason: 'images_not_stored' };

/** The result for one new code: the code, or everything that is wrong with it. */
export type CreateResult = Result<QrCode, CreateProblem[]>;

/** Gives the content of a new code, or every problem that shows without drawing it. */
export function validateNewCode(
  newCode: NewCode,
  policy: TargetPolicy,
): Result<StaticContent, CreateProblem[]> {
  const { type, isDynamic } = newCode;
  const problems: CreateProblem[] = [];
  if (isDynamic && type !== 'url') problems.push({ reason: 'type_not_dynamic', type });
  const content = parseTarget(newCode, policy);
  if (!content.ok) problems.push({ reason: 'invalid_target', type, problem: content.error });
  problems.push(...listLookProblems(newCode));
  return content.ok && problems.length === 0 ? ok(content.value) : err(problems);
}

/** Problems of colours and style that do not depend on the content. */
export function listLookProblems({ color, style }: Pick<NewCode, 'color' | 'style'>): CreateProblem[] {
  const contrast = checkContrast(color);
  const checked = style ? checkStyle(style, color) : ok(undefined);
  return [
    ...(contrast.ok ? [] : [{ reason: 'low_contrast', problem: contrast.error } as const]),
    ...(checked.ok ? [] : checked.error.map((problem) => ({ reason: 'invalid_style', problem }) as const)),
  ];
}

/** Refuses a style if the budget of the service allows none. */
export function listBudgetProblems(
  { style }: Pick<NewCode, 'style'>,
  { drawsStyles, reason }: Budget,
): CreateProblem[] {
  const message = `Symbols are drawn without a style here: ${reason}.`;
  return style && !drawsStyles ? [{ reason: 'style_not_drawn', message }] : [];
}

/** A new code that passed the checks, before its symbol is drawn. */
export interface CheckedNewCode {
  readonly content: StaticContent;
  readonly control: Control | null;
  readonly filing: Filing;
  /** The picture of its logo; null without one. */
  readonly picture: LogoPicture | null;
}

/** Checks a new code, control included, and gives it ready for drawing, or every problem that shows without drawing it. */
export function checkNewCode(
  deps: Dependencies,
  newCode: NewCode,
  pictures: Pictures,
): Result<CheckedNewCode, CreateProblem[]> {
  const content = validateNewCode(newCode, deps);
  const problems = content.ok ? [] : [...content.error];
  if (!newCode.isDynamic && newCode.control) problems.push({ reason: 'control_of_static_code' });
  problems.push(...listBudgetProblems(newCode, deps.budget));
  const control = readControl(deps, null, newCode.control ?? {});
  const filing = changeFiling(NO_FILING, newCode.filing ?? {});
  for (const checked of [control, filing])
    if (!checked.ok)
      problems.push(...checked.error.map((problem) => ({ reason: 'invalid_field', problem }) as const));
  const picture = takePicture(pictures, newCode);
  if (!picture.ok) problems.push(picture.error);
  return content.ok && control.ok && filing.ok && picture.ok && problems.length === 0
    ? ok({
        content: content.value,
        control: control.value,
        filing: filing.value,
        picture: picture.value,
      })
    : err(problems);
}

/** The targets that this service allows. */
export type TargetPolicy = Pick<Dependencies, 'shortUrlBase' | 'allowsPrivateHosts'>;

/** Parses a target by the rules of its type. Refuses a short link of this service, and private networks unless they are allowed. */
export function parseTarget(
  { type, target }: Pick<NewCode, 'type' | 'target'>,
  { shortUrlBase, allowsPrivateHosts }: TargetPolicy,
): Result<StaticContent, ContentProblem> {
  return parseContent(type, target, { shortLinkHost: new URL(shortUrlBase).host, allowsPrivateHosts });
}

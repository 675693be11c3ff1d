import type { NewCode } from '#core/codes/code-request.ts';
import {
  canBeDynamic,
  type ContentType,
  isOnlyDynamic,
  leadsToUrl,
  parseContent,
  type StaticContent,
} from '#core/content/content.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import { DEFAULT_COLOR, MARGIN } from '#core/codes/limits.ts';
import { checkContrast } from '#core/styles/contrast.ts';
import { checkStyle } from '#core/styles/style.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { changeFiling, type Filing, NO_FILING } from '#core/codes/filing.ts';
import { toPrintedName } from '#core/gs1/printed-name.ts';
import { readChosenName } from '#core/links/chosen-name.ts';
import { linkHostsOf } from '#core/links/earlier-base.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { inField } from '#core/problem.ts';
import type { PrintableHosts } from '#storage/domains/domains.ts';
import type { ApprovedKeys } from '../links/approved-keys.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Budget } from '../budget.ts';
import type { Dependencies } from '../dependencies.ts';
import { readControl } from './control.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { FileAddresses } from '../files/addresses.ts';
import { listPreviewProblems, type Pictures, takePicture } from '../styles/logo-pictures.ts';

/** The result for one new code: the code, or everything that is wrong with it. */
export type CreateResult = Result<QrCode, CreateProblem[]>;

/** Gives the content of a new code, or every problem that shows without drawing it. */
export function validateNewCode(
  newCode: NewCode,
  policy: TargetPolicy,
  files?: FileAddresses,
): Result<StaticContent, Problem[]> {
  const { type, isDynamic } = newCode;
  const problems: Problem[] = [];
  if (isDynamic && !canBeDynamic(type))
    problems.push({ code: 'type_not_dynamic', field: 'type', values: {} });
  if (!isDynamic && isOnlyDynamic(type))
    problems.push({ code: 'type_only_dynamic', field: 'dynamic', values: {} });
  problems.push(...listGs1Problems(newCode));
  const content = parseTarget(newCode, policy, files);
  if (!content.ok) problems.push(content.error);
  problems.push(...listLookProblems(newCode), ...listPaymentProblems(type, newCode));
  return content.ok && problems.length === 0 ? content : err(problems);
}

/** Problems of the fields that only a GS1 code has, and of those that it cannot have. */
function listGs1Problems({ type, gs1, shortCode }: NewCode): Problem[] {
  if (type !== 'gs1') return gs1 ? [{ code: 'gs1_of_other_type', field: 'gs1', values: {} }] : [];
  return [
    ...(gs1 ? [] : [{ code: 'required', field: 'gs1', values: {} } as const]),
    ...(shortCode ? [{ code: 'short_code_of_key', field: 'short_code', values: {} } as const] : []),
  ];
}

/** Only a GS1 code has typed links. */
export function listLinkProblems(type: ContentType, control: NewCode['control']): Problem[] {
  const isRefused = type !== 'gs1' && control?.links && control.links.length > 0;
  return isRefused ? [{ code: 'links_of_other_type', field: 'links', values: {} }] : [];
}

/** Problems of colours and style that do not depend on the content. */
export function listLookProblems({ color, style }: Pick<NewCode, 'color' | 'style'>): Problem[] {
  const contrast = checkContrast(color);
  const checked = style ? checkStyle(style, color) : ok(undefined);
  return [
    ...(contrast.ok ? [] : [{ code: 'low_contrast', field: 'color', values: contrast.error } as const]),
    ...(checked.ok ? [] : checked.error),
  ];
}

/** What is not as the standard of a payment has it: black on white, without a design. */
export function listPaymentProblems(
  type: ContentType,
  { color, style = null, margin, errorCorrection }: Partial<NewCode> & Pick<NewCode, 'color' | 'margin'>,
): Problem[] {
  const payment = PAYMENT_SYMBOLS[type];
  if (!payment) return [];
  const wrong = {
    style: style !== null,
    color: color.dark !== DEFAULT_COLOR.dark || color.light.toLowerCase() !== DEFAULT_COLOR.light,
    margin: margin < MARGIN.default,
    error_correction: errorCorrection !== undefined && errorCorrection !== payment.level,
  };
  return Object.entries(wrong).flatMap(([field, isWrong]) =>
    isWrong ? [{ code: 'payment_look', field, values: {} } as const] : [],
  );
}

/** Refuses a style if the budget of the service allows none. */
export function listBudgetProblems({ style }: Pick<NewCode, 'style'>, { drawsStyles }: Budget): Problem[] {
  const isRefused = style && !drawsStyles;
  return isRefused ? [{ code: 'style_not_drawn', field: 'style', values: {} }] : [];
}

/** A new code that passed the checks, before its symbol is drawn. */
export interface CheckedNewCode {
  readonly content: StaticContent;
  readonly control: Control | null;
  readonly filing: Filing;
  /** Its chosen short code, or path on its host. */
  readonly shortCode: ShortCode | null;
  /** The picture of its logo; null without one. */
  readonly picture: LogoPicture | null;
}

/** Checks a new code, control included, and gives it ready for drawing, or every problem that shows without drawing it. */
export function checkNewCode(
  deps: Dependencies,
  newCode: NewCode,
  known: Readonly<{ pictures: Pictures; files: FileAddresses; hosts: PrintableHosts; mayName: ApprovedKeys }>,
): Result<CheckedNewCode, Problem[]> {
  const content = validateNewCode(newCode, deps, known.files);
  const problems = content.ok ? [] : [...content.error];
  if (!newCode.isDynamic && newCode.control)
    problems.push({ code: 'control_of_static_code', field: 'dynamic', values: {} });
  const name = checkName(newCode, known.hosts, known.mayName);
  if (!name.ok) problems.push(name.error);
  problems.push(...listBudgetProblems(newCode, deps.budget));
  problems.push(
    ...listPreviewProblems(known.pictures, newCode),
    ...listLinkProblems(newCode.type, newCode.control),
  );
  // GS1's resolvers pass queries on (Conformant Resolver 1.2), unless the owner says otherwise.
  const start = newCode.type === 'gs1' ? { ...NO_CONTROL, forwardsQuery: true } : null;
  const control = readControl(deps, start, newCode.control ?? {});
  const filing = changeFiling(NO_FILING, newCode.filing ?? {});
  const picture = takePicture(known.pictures, newCode);
  if (!control.ok) problems.push(...control.error);
  if (!filing.ok) problems.push(...filing.error);
  if (!picture.ok) problems.push(picture.error);
  return content.ok && control.ok && filing.ok && picture.ok && name.ok && problems.length === 0
    ? ok({
        content: content.value,
        control: control.value,
        filing: filing.value,
        shortCode: name.value,
        picture: picture.value,
      })
    : err(problems);
}

/** Checks the printed name of a new code whose host is known. */
function checkName(
  newCode: NewCode,
  hosts: PrintableHosts,
  mayName: ApprovedKeys,
): Result<ShortCode | null, Problem> {
  const { type, host = null, gs1 } = newCode;
  if (type === 'gs1') {
    // Without elements, something else is wrong with them.
    const refused = gs1 && gs1.path.length > 0 ? mayName(host, gs1, 'domain') : null;
    return refused ? err(refused) : ok(gs1 ? toPrintedName(gs1) : null);
  }
  if (host !== null && !hosts.all.has(host))
    return err({ code: 'domain_not_ready', field: 'domain', values: { host } });
  const path = readChosenName(newCode);
  return path.ok ? path : err(inField('short_code', path.error));
}

/** The targets that this service allows. */
export type TargetPolicy = Pick<Dependencies, 'shortUrlBase' | 'earlierBase' | 'allowsPrivateHosts'>;

/**
 * Parses a target by the rules of its type. Refuses a short link of this service, and private networks unless they are allowed.
 * @param files those of the account, if it matters whether it has one that is the target
 */
export function parseTarget(
  { type, target }: Pick<NewCode, 'type' | 'target'>,
  { allowsPrivateHosts, ...service }: TargetPolicy,
  files?: FileAddresses,
): Result<StaticContent, Problem> {
  const options = { shortLinkHosts: linkHostsOf(service), allowsPrivateHosts, files };
  const content = parseContent(leadsToUrl(type) ? 'url' : type, target, options);
  return content.ok ? content : err({ code: 'unfit_content', field: 'target', values: content.error });
}

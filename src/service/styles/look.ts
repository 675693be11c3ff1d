import type { QrCode } from '#core/codes/qr-code.ts';
import { inField } from '#core/problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { withLogoFit } from '#core/styles/style.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { findTemplate } from '#storage/styles/templates.ts';
import { encodeCarrier, findScanFault } from '#symbol/draw-symbol.ts';
import { listBudgetProblems, listLookProblems, listPaymentProblems } from '../codes/new-code.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Allowance, estimateCreationMs } from '../images/drawing-time.ts';
import { describePrinted } from '../prints/printed-symbol.ts';
import { findPictures, takePicture } from './logo-pictures.ts';

export type LookFailure =
  /** A current rule refuses the target in a static code's symbol. Its images stay. */
  { readonly reason: 'not_drawable' } | { readonly reason: 'refused'; readonly problems: readonly Problem[] };

/**
 * A code in the look of a template, for a file of it: its symbol has the same content, and passes the rules and the test photo of a new
 * code. Nothing is stored. Without a template, the code as it is.
 */
export async function wearLook(
  deps: Dependencies,
  code: QrCode,
  templateId: string | undefined,
  { charge }: Allowance,
): Promise<Result<QrCode, LookFailure>> {
  if (templateId === undefined) return ok(code);
  const template = await findTemplate(deps.db, code.accountId, templateId);
  if (!template) return refuse([{ code: 'no_template', field: '', values: {} }]);
  const { style, color, margin } = template;
  const dressed = { ...code, style, color, margin };
  const picture = takePicture(await findPictures(deps, code.accountId, [{ style }]), { style });
  const problems = [
    ...listLookProblems({ style, color }),
    ...listPaymentProblems(code.type, { style, color, margin }),
    ...listBudgetProblems({ style }, deps.budget),
  ];
  if (!picture.ok) problems.push(picture.error);
  if (!picture.ok || problems.length > 0) return refuse(problems);
  const printed = describePrinted(deps, dressed);
  if (!printed) return err({ reason: 'not_drawable' });
  await charge(estimateCreationMs(dressed));
  const [text, described] = printed;
  // A logo may need a larger symbol than the code was printed with.
  const drawn = { ...described, picture: picture.value, version: null, limit: deps.budget };
  const symbol = await encodeCarrier(text, drawn);
  if (!symbol.ok) return refuse([symbol.error]);
  const cause = await findScanFault(symbol.value, text, drawn);
  if (cause !== null) return refuse([{ code: 'unscannable', field: '', values: { cause } }]);
  const { version, level, logo } = symbol.value;
  return ok({
    ...dressed,
    style: style && withLogoFit(style, logo),
    symbolVersion: version,
    errorCorrection: level,
  });
}

/** The request names the template, so everything that is wrong is about that. */
function refuse(problems: readonly Problem[]): Result<never, LookFailure> {
  return err({ reason: 'refused', problems: problems.map((problem) => inField('template', problem)) });
}

import type { QrCode } from '#core/codes/qr-code.ts';
import type { z } from 'zod';
import { inField } from '#core/problem.ts';
import { type gs1Query, toGs1Drawing } from '#contract/gs1/identity.ts';
import { withDrawing } from '#service/prints/gs1-drawing.ts';
import { type ApiError, invalid, notFound } from '#contract/problems/api-error.ts';
import { toRefusal } from '#contract/codes/refusals.ts';
import { type LookFailure, wearLook } from '#service/styles/look.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { notDrawable } from '../codes/problems.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import type { Caller } from '../operation.ts';

/** The code of the path, for a file of it. */
export async function findCode(caller: Caller): Promise<QrCode> {
  const code = await findQrCode(caller.deps.db, caller.actor.account.id, await readCodeId(caller));
  if (!code) throw notFound();
  return code;
}

/** The code in the look, and with the symbol, that the request names. */
export async function readLook(
  { deps, plan, found }: Caller & { readonly found: QrCode },
  { template, ...gs1 }: z.output<z.ZodObject<typeof gs1Query>> & { readonly template?: string | undefined },
): Promise<QrCode> {
  for (const [field, isAsked] of [
    ['carrier', gs1.carrier !== undefined],
    ['hri', gs1.hri],
  ] as const)
    if (isAsked && !found.gs1) throw invalid([{ code: 'gs1_of_other_type', field, values: {} }]);
  const worn = await wearLook(deps, found, template, plan.allowance());
  if (!worn.ok) throw toLookError(worn.error);
  const drawn = await withDrawing(deps, worn.value, toGs1Drawing(gs1));
  if (!drawn.ok) throw invalid([inField('carrier', drawn.error)]);
  return drawn.value;
}

function toLookError(failure: LookFailure): ApiError {
  return failure.reason === 'refused' ? toRefusal(failure.problems) : notDrawable();
}

import type { QrCode } from '#core/codes/qr-code.ts';
import { type ApiError, notFound } from '#contract/problems/api-error.ts';
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

/** The code in the look that the request names. */
export async function readLook(
  { deps, plan, found }: Caller & { readonly found: QrCode },
  template: string | undefined,
): Promise<QrCode> {
  const worn = await wearLook(deps, found, template, plan.allowance());
  if (!worn.ok) throw toLookError(worn.error);
  return worn.value;
}

function toLookError(failure: LookFailure): ApiError {
  return failure.reason === 'refused' ? toRefusal(failure.problems) : notDrawable();
}

import type { Actor } from '#core/accounts/account.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { err, ok, type Result } from '#core/result.ts';
import { claimKey, type KeyClaim, type KeyProblem, releaseKey } from '#storage/codes/idempotency.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import type { Answer } from './write/new-codes.ts';
import { writeCodes } from './write/write.ts';

/** With an idempotency key, a retry creates nothing and gets the first response again. */
export interface CreateRequest extends Answer {
  readonly newCodes: readonly NewCode[];
}

export interface CreateResponse {
  readonly body: string;
  /** True if an earlier request with the same key got this body first. */
  readonly isReplayed: boolean;
  /** What this request created. */
  readonly codes: readonly QrCode[];
}

export type CreateFailure =
  | { readonly reason: 'refused'; readonly problems: readonly CreateProblem[] }
  | KeyProblem;

/**
 * Creates codes, and stores the response under the idempotency key in the same transaction. A request that creates nothing releases its key,
 * so that the caller may correct the request and send it with the same key.
 */
export async function createQrCodes(
  deps: Dependencies,
  actor: Actor,
  { newCodes, claim, present }: CreateRequest,
): Promise<Result<CreateResponse, CreateFailure>> {
  const claimed = claim ? await claimKey(deps.db, claim, deps.nowMs()) : ok(null);
  if (!claimed.ok) return claimed;
  if (claimed.value !== null) return ok({ body: claimed.value, isReplayed: true, codes: [] });
  // A bulk without a valid code is answered, too.
  let body = newCodes.length === 0 ? present([]) : null;
  let codes: readonly QrCode[] = [];
  try {
    const wishes = newCodes.map((newCode) => ({ kind: 'create', newCode }) as const);
    const results = await writeCodes(deps, actor, wishes, { claim, present: (all) => (body = present(all)) });
    codes = results.flatMap((result) => (result.ok ? [result.value.code] : []));
    if (body !== null) return ok({ body, isReplayed: false, codes });
    const problems = results.flatMap((result) => (result.ok ? [] : result.error.problems));
    return err({ reason: 'refused', problems });
  } finally {
    // After an exception the rows may still be stored. Then their response is stored too, and a retry finds it.
    if (claim && codes.length === 0) await release(deps, claim);
  }
}

/** The response that an earlier request with the same key got; null if there is none. Claims nothing. */
export async function findFirstResponse(deps: Dependencies, claim: KeyClaim): Promise<string | null> {
  const claimed = await claimKey(deps.db, claim, deps.nowMs());
  if (claimed.ok && claimed.value === null) await release(deps, claim);
  return claimed.ok ? claimed.value : null;
}

async function release(deps: Dependencies, claim: KeyClaim): Promise<void> {
  try {
    await releaseKey(deps.db, claim);
  } catch (error) {
    deps.reportFailure('idempotency_key_not_released', error);
  }
}

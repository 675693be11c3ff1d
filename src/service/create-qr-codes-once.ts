import { claimKey, type ClaimOutcome, type KeyClaim, releaseKey } from '../storage/idempotency.ts';
import { createQrCodes, type CreateResult, type OnceOnly } from './create-qr-codes.ts';
import type { Dependencies } from './dependencies.ts';
import type { QrCodeRequest } from './qr-code-request.ts';

export type OnceOutcome =
  | Exclude<ClaimOutcome, { readonly kind: 'claimed' }>
  | { readonly kind: 'worked_on'; readonly results: readonly CreateResult[] };

/**
 * Creates codes once for each key: the same request again finds the first answer, until a day has passed. Only what created something is
 * kept; a refusal gives the key back at once, so that the caller may mend the request.
 *
 * @param toAnswer the answer that is stored in the transaction that stores the codes
 */
export async function createQrCodesOnce(
  deps: Dependencies,
  claim: KeyClaim,
  requests: readonly QrCodeRequest[],
  toAnswer: OnceOnly['toAnswer'],
): Promise<OnceOutcome> {
  const outcome = await claimKey(deps.db, claim, deps.nowMs());
  if (outcome.kind !== 'claimed') return outcome;
  const release = () =>
    releaseKey(deps.db, claim).catch((error: unknown) =>
      deps.reportFailure('idempotency_key_not_released', error),
    );
  try {
    const results = await createQrCodes(deps, claim.accountId, requests, { claim, toAnswer });
    if (!results.some((result) => result.ok)) await release();
    return { kind: 'worked_on', results };
  } catch (error) {
    // Nothing was stored, or the answer with it: giving the lock back loses neither.
    await release();
    throw error;
  }
}

import type { ListPosition } from '../core/list-position.ts';
import type { QrCode } from '../core/qr-code.ts';
import { err, type Result } from '../core/result.ts';
import { type KeyClaim, toAnswerStatements } from '../storage/idempotency.ts';
import { insertQrCodes } from '../storage/qr-codes.ts';
import { isStorageFailure } from '../storage/unavailable.ts';
import { copyShortLinks } from './copy-short-links.ts';
import type { Dependencies } from './dependencies.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { type CreateProblem, type QrCodeRequest, validateRequest } from './qr-code-request.ts';

export type CreateResult = Result<QrCode, CreateProblem[]>;

/** The answer to a request with an Idempotency-Key: stored in the transaction that stores the codes, or not at all. */
export interface OnceOnly {
  readonly claim: KeyClaim;
  toAnswer(results: readonly CreateResult[]): string;
}

/** With 40 random bits a taken id is a once-in-years event; several in a row mean that something else is broken. */
const MAX_ATTEMPTS = 5;

/** Codes drawn at a time: a Worker has six connections to R2, and each code stores two images. */
const CODES_AT_A_TIME = 3;

/**
 * Creates codes: draws each and stores its images, then stores the rows of all that could be drawn as one transaction. A code that
 * exists always has its images; a request that fails does not keep the others from it. Results are in the order of the requests.
 */
export async function createQrCodes(
  deps: Dependencies,
  accountId: string,
  requests: readonly QrCodeRequest[],
  once: OnceOnly | null = null,
): Promise<CreateResult[]> {
  const checked = requests.map((request) => ({
    request,
    content: validateRequest(request, deps.shortUrlBase),
  }));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const nowMs = deps.nowMs();
    const taken = new Set<ListPosition>();
    const results = await mapInTurns(
      checked,
      CODES_AT_A_TIME,
      async ({ request, content }): Promise<CreateResult> => {
        if (!content.ok) return content;
        try {
          return await drawQrCode(deps, { accountId, request, content: content.value, nowMs, taken });
        } catch (error) {
          if (!isStorageFailure(error)) throw error;
          deps.reportFailure('images_not_stored', error);
          return err([{ reason: 'images_not_stored' }]);
        }
      },
    );
    const codes = results.flatMap((result) => (result.ok ? [result.value] : []));
    if (codes.length === 0) return results;
    const answer = once ? toAnswerStatements(deps.db, once.claim, once.toAnswer(results), nowMs) : [];
    if (await insertQrCodes(deps.db, codes, answer)) {
      deps.afterAnswer(copyShortLinks(deps, codes));
      return results;
    }
  }
  throw new Error(`no free code id in ${MAX_ATTEMPTS} attempts`);
}

/** Like `Promise.all` over a map, with at most `width` items under way. */
async function mapInTurns<T, R>(
  items: readonly T[],
  width: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += width) {
    results.push(...(await Promise.all(items.slice(i, i + width).map(map))));
  }
  return results;
}

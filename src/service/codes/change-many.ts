import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { parseExternalAddress } from '#core/codes/external-id.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import type { ListPosition } from '#core/lists/position.ts';
import { ok, type Result } from '#core/result.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findIdsByExternalIds, listOwnCodeIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { findQrCodePage, type SearchProblem, countResults } from './read.ts';
import type { Actor } from '#core/accounts/account.ts';
import { type Changed, writeCodes } from './write/write.ts';
import type { ChangeProblem } from '#contract/codes/write-problems.ts';

/** Changes each of these codes alike, and reads their scans. Gives one result for each, in order. */
export async function changeQrCodes(
  deps: Dependencies,
  actor: Actor,
  codeIds: readonly (CodeId | null)[],
  request: EditRequest,
): Promise<readonly Result<CountedQrCode, ChangeProblem>[]> {
  return countResults(deps, await editAlike(deps, actor, codeIds, request));
}

/** The same without the scans. A code that is named twice is changed once. */
export async function editAlike(
  deps: Dependencies,
  actor: Actor,
  codeIds: readonly (CodeId | null)[],
  request: EditRequest,
): Promise<readonly Result<Changed, ChangeProblem>[]> {
  const wishOf = new Map(codeIds.map((codeId) => [codeId, { kind: 'edit', codeId, request } as const]));
  return writeCodes(
    deps,
    actor,
    codeIds.flatMap((codeId) => wishOf.get(codeId) ?? []),
  );
}

/** Those of these codes that end before a time. */
export async function findEndingBefore(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  codeIds: readonly CodeId[],
  timeMs: number,
): Promise<CodeId[]> {
  const codes = await findQrCodes(db, accountId, codeIds);
  return codes.flatMap(({ codeId, control }) => ((control?.endsAtMs ?? timeMs) < timeMs ? [codeId] : []));
}

/** The ids that these names stand for, in order; null for an external id without a code. Others may be of no code, or of another account. */
export async function findCodeIds(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  names: readonly string[],
): Promise<readonly (CodeId | null)[]> {
  const externalIds = names.flatMap((name) => parseExternalAddress(name) ?? []);
  const ids = await findIdsByExternalIds(deps.db, accountId, externalIds);
  return names.map((name) => parsePublicId(name) ?? ids.get(parseExternalAddress(name) ?? '') ?? null);
}

/** The number of these codes that the account has. */
export async function countNamed(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  names: readonly string[],
): Promise<number> {
  const codeIds = (await findCodeIds(deps, accountId, names)).flatMap((codeId) => codeId ?? []);
  return (await listOwnCodeIds(deps.db, accountId, codeIds)).length;
}

const CODES_OF_A_PAGE = 150;

export interface CountedPart {
  readonly codes: number;
  /** The position after which the count continues; null at the end of the list. */
  readonly next: ListPosition | null;
}

/** Counts the codes that match a filter, starting after a position: at most `most`, and no more than the request's budget allows. */
export async function countQrCodes(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
  { after: start, most }: { readonly after: ListPosition | null; readonly most: number },
): Promise<Result<CountedPart, SearchProblem>> {
  let after = start;
  let codes = 0;
  for (let page = 0; page < deps.budget.countedPages && codes < most; page++) {
    const limit = Math.min(CODES_OF_A_PAGE, most - codes);
    const found = await findQrCodePage(deps, accountId, { limit, after, filter });
    if (!found.ok) return found;
    codes += found.value.codes.length;
    after = found.value.next;
    if (after === null) break;
  }
  return ok({ codes, next: after });
}

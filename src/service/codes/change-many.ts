import type { CodeId } from '#core/codes/code-id.ts';
import type { ListPosition } from '#core/codes/list-position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { QrCodeFilter } from '#storage/codes/list.ts';
import { findByExternalIds, listOwnCodeIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { type CountedQrCode, findQrCodePage, type SearchProblem, withAllScans } from './read.ts';
import type { PlanEditor } from './store-edit.ts';
import { editQrCode, type EditRequest, type UpdateProblem } from './update.ts';

/** Changes each of these codes as `updateQrCode` does; what is refused of one does not undo the others. Gives one result for each, in order. */
export async function changeQrCodes(
  deps: Dependencies,
  editor: PlanEditor,
  codeIds: readonly (CodeId | null)[],
  request: EditRequest,
): Promise<readonly Result<CountedQrCode, UpdateProblem>[]> {
  const edited: Result<QrCode, UpdateProblem>[] = [];
  for (const codeId of codeIds) {
    edited.push(
      codeId === null ? err({ reason: 'not_found' }) : await editQrCode(deps, editor, codeId, request),
    );
  }
  const codes = edited.flatMap((result) => (result.ok ? [result.value] : []));
  const counted = (await withAllScans(deps, codes)).values();
  return edited.map((result) => {
    if (!result.ok) return result;
    const { value } = counted.next();
    if (!value) throw new Error('an edited code has no count');
    return ok(value);
  });
}

/** The ids of an account's codes with these external ids, in order; null where no code has one. */
export async function findCodeIds(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  externalIds: readonly string[],
): Promise<readonly (CodeId | null)[]> {
  const codes = await findByExternalIds(deps.db, accountId, externalIds);
  const ids = new Map(codes.map(({ externalId, codeId }) => [externalId, codeId]));
  return externalIds.map((externalId) => ids.get(externalId) ?? null);
}

/** How many of these codes the account has. */
export async function countNamed(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  {
    ids,
    externalIds,
  }: { readonly ids?: readonly CodeId[] | undefined; readonly externalIds?: readonly string[] | undefined },
): Promise<number> {
  if (ids) return (await listOwnCodeIds(db, accountId, ids)).length;
  return (await findByExternalIds(db, accountId, externalIds ?? [])).length;
}

/** How many codes a count reaches: more would read very many rows in one request. */
const MAX_COUNTED_CODES = 1_000;
const CODES_OF_A_PAGE = 150;
const MAX_PAGES = 20;

/** Counts the codes that a filter lets through, up to `MAX_COUNTED_CODES`; `isMore` where there may be others. */
export async function countQrCodes(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
  start: ListPosition | null,
): Promise<Result<{ readonly codes: number; readonly isMore: boolean }, SearchProblem>> {
  let after = start;
  let codes = 0;
  for (let page = 0; page < MAX_PAGES && codes < MAX_COUNTED_CODES; page++) {
    const found = await findQrCodePage(deps, accountId, { limit: CODES_OF_A_PAGE, after, filter });
    if (!found.ok) return found;
    codes += found.value.codes.length;
    after = found.value.next;
    if (after === null) break;
  }
  return ok({
    codes: Math.min(codes, MAX_COUNTED_CODES),
    isMore: after !== null || codes > MAX_COUNTED_CODES,
  });
}

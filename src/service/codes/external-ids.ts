import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { err, type Result } from '#core/result.ts';
import { findByExternalIds, findCodeIdByExternalId } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Problem, Problems } from '#contract/problems/problems.ts';
import type { CreateProblem } from './new-code.ts';

/** The account's codes by external id. */
export async function findHolders(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  newCodes: readonly Pick<NewCode, 'externalId'>[],
): Promise<ReadonlyMap<string, CodeId>> {
  const wanted = newCodes.flatMap(({ externalId }) => externalId ?? []);
  if (wanted.length === 0) return new Map();
  const codes = await findByExternalIds(deps.db, accountId, wanted);
  return new Map(
    codes.flatMap(({ externalId, codeId }) => (externalId === null ? [] : [[externalId, codeId]])),
  );
}

/** Refuses codes whose external id belongs to another code of the account, or to an earlier one of the same request. */
export function refuseTaken<T>(
  holders: ReadonlyMap<string, CodeId>,
  codes: readonly Result<T, CreateProblem[]>[],
  externalIdOf: (code: T) => string | null | undefined,
): Result<T, CreateProblem[]>[] {
  const earlier = new Set<string>();
  return codes.map((code) => {
    const externalId = code.ok ? (externalIdOf(code.value) ?? null) : null;
    if (!code.ok || externalId === null) return code;
    const holder = holders.get(externalId) ?? null;
    if (holder !== null || earlier.has(externalId)) return err([toTaken({ externalId, holder })]);
    earlier.add(externalId);
    return code;
  });
}

/** The problem with an external id that another code has. */
export function toTaken(values: Problems['external_id_taken']): Problem {
  return { code: 'external_id_taken', field: 'external_id', values };
}

/** The id of the account's code with an external id; null if there is none. */
export function findCodeByExternalId(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  externalId: string,
): Promise<CodeId | null> {
  return findCodeIdByExternalId(deps.db, accountId, externalId);
}

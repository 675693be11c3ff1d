import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { err, type Result } from '#core/result.ts';
import { findIdsByExternalIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Problem, Problems } from '#contract/problems/problems.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';

/** The account's codes by external id. */
export function findHolders(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  newCodes: readonly Pick<NewCode, 'externalId'>[],
): Promise<ReadonlyMap<string, CodeId>> {
  const wanted = newCodes.flatMap(({ externalId }) => externalId ?? []);
  return findIdsByExternalIds(deps.db, accountId, wanted);
}

interface NameRule<Name> {
  readonly isTaken: (name: Name) => boolean;
  /** `index` is that of the refused code. */
  readonly say: (name: Name, isInRequest: boolean, index: number) => CreateProblem;
}

/**
 * Refuses codes whose name belongs to another code, or to an earlier one of the same request. Codes that are refused already take none.
 *
 * @param names the external ids or the short codes
 */
export function refuseTaken<T, Name extends string>(
  codes: readonly Result<T, CreateProblem[]>[],
  names: readonly (Name | null | undefined)[],
  { isTaken, say }: NameRule<Name>,
): Result<T, CreateProblem[]>[] {
  const earlier = new Set<Name>();
  return codes.map((code, i) => {
    const name = names[i] ?? null;
    if (name === null) return code;
    const isInRequest = earlier.has(name);
    if (isTaken(name) || isInRequest) return err([...(code.ok ? [] : code.error), say(name, isInRequest, i)]);
    if (code.ok) earlier.add(name);
    return code;
  });
}

/** The problem with an external id that another code has. */
export function toTaken(values: Problems['external_id_taken']): Problem {
  return { code: 'external_id_taken', field: 'external_id', values };
}

/** The id of the account's code with an external id; null if there is none. */
export async function findCodeByExternalId(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  externalId: string,
): Promise<CodeId | null> {
  return (await findHolders(deps, accountId, [{ externalId }])).get(externalId) ?? null;
}

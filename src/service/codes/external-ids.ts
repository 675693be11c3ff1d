import type { CodeId } from '#core/codes/code-id.ts';
import { err, type Result } from '#core/result.ts';
import { findByExternalIds, findCodeIdByExternalId } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CreateProblem } from './new-code.ts';

/** Refuses codes whose external id another code of the account has, or an earlier one of the same request. */
export async function refuseTaken<T>(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  codes: readonly Result<T, CreateProblem[]>[],
  externalIdOf: (code: T) => string | null | undefined,
): Promise<Result<T, CreateProblem[]>[]> {
  const wanted = codes.flatMap((code) => (code.ok ? (externalIdOf(code.value) ?? []) : []));
  if (wanted.length === 0) return [...codes];
  const holders = new Map<string | null, CodeId | null>();
  for (const code of await findByExternalIds(deps.db, accountId, wanted)) {
    holders.set(code.externalId, code.codeId);
  }
  return codes.map((code) => {
    const externalId = code.ok ? (externalIdOf(code.value) ?? null) : null;
    if (!code.ok || externalId === null) return code;
    const holder = holders.get(externalId);
    if (holder !== undefined) return err([{ reason: 'external_id_taken', externalId, holder }]);
    holders.set(externalId, null);
    return code;
  });
}

/** The id of the account's code with an external id; null where no code has it. */
export function findCodeByExternalId(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  externalId: string,
): Promise<CodeId | null> {
  return findCodeIdByExternalId(deps.db, accountId, externalId);
}

import type { ShortCode } from '#core/links/short-code.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { err, type Result } from '#core/result.ts';
import { listTakenShortCodes } from '#storage/links/short-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CreateProblem } from '../codes/new-code.ts';

/** The short codes among these that another code of any account has or had. */
export async function findTakenShortCodes(
  deps: Pick<Dependencies, 'db'>,
  newCodes: readonly Pick<NewCode, 'shortCode'>[],
): Promise<ReadonlySet<ShortCode>> {
  const wanted = newCodes.flatMap(({ shortCode }) => shortCode ?? []);
  return wanted.length === 0 ? new Set() : listTakenShortCodes(deps.db, wanted);
}

/** Refuses codes whose short code is taken, or used by an earlier one of the same request. */
export function refuseTakenShortCodes<T>(
  taken: ReadonlySet<ShortCode>,
  codes: readonly Result<T, CreateProblem[]>[],
  shortCodeOf: (code: T) => ShortCode | null | undefined,
): Result<T, CreateProblem[]>[] {
  const earlier = new Set<ShortCode>();
  return codes.map((code) => {
    const shortCode = code.ok ? (shortCodeOf(code.value) ?? null) : null;
    if (!code.ok || shortCode === null) return code;
    const isInRequest = earlier.has(shortCode);
    if (isInRequest || taken.has(shortCode))
      return err([{ code: 'short_code_taken', field: 'short_code', values: { shortCode, isInRequest } }]);
    earlier.add(shortCode);
    return code;
  });
}

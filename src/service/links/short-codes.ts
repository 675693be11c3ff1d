import type { ShortCode } from '#core/links/short-code.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { listTakenShortCodes } from '#storage/links/short-codes.ts';
import type { Dependencies } from '../dependencies.ts';

/** The short codes among these that another code of any account has or had. */
export async function findTakenShortCodes(
  deps: Pick<Dependencies, 'db'>,
  newCodes: readonly Pick<NewCode, 'shortCode'>[],
): Promise<ReadonlySet<ShortCode>> {
  const wanted = newCodes.flatMap(({ shortCode }) => shortCode ?? []);
  return wanted.length === 0 ? new Set() : listTakenShortCodes(deps.db, wanted);
}

import { parsePublicId, toPublicId } from '#core/codes/code-id.ts';
import { parseExternalAddress } from '#core/codes/external-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findByExternalIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * The codes of an account by what paths call them, `qr_{code id}` or `ext:{external id}`, in the order of the names; null where the account
 * has no such code.
 */
export async function findNamedCodes(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  names: readonly string[],
): Promise<(QrCode | null)[]> {
  const codeIds = names.map((name) => parsePublicId(name));
  const externalIds = names.map((name) => parseExternalAddress(name));
  const [byCodeId, byExternalId] = await Promise.all([
    findQrCodes(deps.db, accountId, codeIds.filter(isThere)),
    findByExternalIds(deps.db, accountId, externalIds.filter(isThere)),
  ]);
  const found = new Map<string, QrCode>([
    ...byCodeId.map((code) => [toPublicId(code.codeId), code] as const),
    ...byExternalId.map((code) => [`ext:${code.externalId}`, code] as const),
  ]);
  return names.map((name) => found.get(name) ?? null);
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

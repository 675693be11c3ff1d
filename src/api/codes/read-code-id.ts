import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { parseExternalAddress } from '#core/codes/external-id.ts';
import { findCodeByExternalId } from '#service/codes/external-ids.ts';
import { notFound } from '#contract/problems/api-error.ts';
import type { Caller } from '../operation.ts';

/** Reads the code in a path: `qr_{code id}`, or `ext:{external id}`. Throws a 404 if it is neither, as for a code that does not exist. */
export async function readCodeId({ deps, actor, params: { id = '' } }: Caller): Promise<CodeId> {
  const externalId = parseExternalAddress(id);
  const codeId =
    externalId === null ? parsePublicId(id) : await findCodeByExternalId(deps, actor.account.id, externalId);
  if (!codeId) throw notFound();
  return codeId;
}

import type { Context } from 'hono';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { parseExternalAddress } from '#core/codes/external-id.ts';
import { findCodeByExternalId } from '#service/codes/external-ids.ts';
import type { AppEnv } from '../app-env.ts';
import { notFound } from '#contract/problems/api-error.ts';

/** Reads the code in a path: `qr_{code id}`, or `ext:{external id}`. Throws a 404 if it is neither, as for a code that does not exist. */
export async function readCodeId(c: Context<AppEnv>): Promise<CodeId> {
  const text = c.req.param('id') ?? '';
  const externalId = parseExternalAddress(text);
  const codeId =
    externalId === null
      ? parsePublicId(text)
      : await findCodeByExternalId(c.get('deps'), c.get('account').id, externalId);
  if (!codeId) throw notFound();
  return codeId;
}

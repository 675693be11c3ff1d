import type { Context } from 'hono';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import type { AppEnv } from '../app-env.ts';
import { notFound } from '../errors.ts';

/** Reads the code id of the path. Throws a 404 where it is not one, as for a code that does not exist. */
export function readCodeId(c: Context<AppEnv>): CodeId {
  const codeId = parsePublicId(c.req.param('id') ?? '');
  if (!codeId) throw notFound();
  return codeId;
}

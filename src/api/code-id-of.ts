import type { Context } from 'hono';
import { type CodeId, parsePublicId } from '../core/code-id.ts';
import type { AppEnv } from './app.ts';
import { notFound } from './errors.ts';

/** The code that the path names. What cannot be an id looks like one that does not exist. */
export function codeIdOf(c: Context<AppEnv>): CodeId {
  const codeId = parsePublicId(c.req.param('id') ?? '');
  if (!codeId) throw notFound();
  return codeId;
}

import type { Context } from 'hono';
import { sha256Hex } from '#core/bytes/sha256.ts';
import type { AppEnv } from '../app-env.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { isKnownTo } from './entity-tag.ts';

interface NamedFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** Responds with a file whose entity tag is computed from its bytes: callers get a 304 until a byte changes. */
export async function respondWithFile(
  c: Context<AppEnv>,
  { bytes, type, name }: NamedFile,
): Promise<Response> {
  const entityTag = `"${(await sha256Hex(bytes)).slice(0, 32)}"`;
  if (isKnownTo(c.req.header('If-None-Match'), entityTag)) return c.body(null, 304, { ETag: entityTag });
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    ETag: entityTag,
  });
}

/** The error of a code whose symbol today's rules refuse. */
export function notDrawable(): ApiError {
  return new ApiError(
    'content_too_long',
    'The content of this static code is refused by a rule that is newer than the code, so its symbol cannot be drawn again. Its stored images stay as they are.',
  );
}

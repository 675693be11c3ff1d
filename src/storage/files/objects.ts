import type { FileId } from '#core/files/file-id.ts';
import { orUnavailable } from '../unavailable.ts';

/** The bytes of files, each under its id in a bucket that has no public host: only the short-link Worker hands them out. */

/** At most this many in a call. */
const MAX_KEYS_OF_DELETE = 1_000;

/** Why a file was not stored: it had fewer or more bytes than its declared size. */
export class WrongLength extends Error {}

/**
 * Stores a file while its bytes come; one piece is in memory. A piece is sent once the next one is there, and the last one once the size is
 * right, so that R2 never has a whole object of an upload that failed. The pieces may throw, and then nothing is stored.
 */
export async function putFile(
  bucket: R2Bucket,
  { id, bytes }: { readonly id: FileId; readonly bytes: number },
  pieces: AsyncIterable<Uint8Array>,
  httpMetadata: R2HTTPMetadata,
): Promise<void> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const storing = orUnavailable('R2', bucket.put(id, readable, { httpMetadata }));
  // Nobody may be left waiting for room in a stream that R2 has given up.
  const failure = storing.then(() => new Promise<never>(() => undefined));
  failure.catch(() => undefined);
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  const write = (piece: Uint8Array) => Promise.race([failure, writer.write(piece)]);
  try {
    let held: Uint8Array | null = null;
    let length = 0;
    for await (const piece of pieces) {
      length += piece.byteLength;
      if (length > bytes) throw new WrongLength();
      if (held) await write(held);
      held = piece;
    }
    if (length !== bytes) throw new WrongLength();
    if (held) await write(held);
    await Promise.race([failure, writer.close()]);
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await storing.catch(() => undefined);
    throw error;
  }
  await storing;
}

/** The bytes of a file, as they come; null without an object. */
export async function openObject(bucket: R2Bucket, id: FileId): Promise<ReadableStream<Uint8Array> | null> {
  const object = await orUnavailable('R2', bucket.get(id));
  return object?.body ?? null;
}

/** Missing objects are no error. */
export async function deleteObjects(bucket: R2Bucket, ids: readonly FileId[]): Promise<void> {
  for (let i = 0; i < ids.length; i += MAX_KEYS_OF_DELETE)
    await orUnavailable('R2', bucket.delete(ids.slice(i, i + MAX_KEYS_OF_DELETE)));
}

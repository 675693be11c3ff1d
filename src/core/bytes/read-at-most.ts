import { joinBytes } from './join-bytes.ts';

/** Joins the chunks of a body. Null, without reading on, if they exceed `maxBytes`. */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    read.push(chunk);
  }
  return joinBytes(read);
}

import { joinBytes } from './join-bytes.ts';

/** Joins texts and bytes up to this size, so that a file is not sent in thousands of small pieces. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The parts of a file as a stream. Parts are produced only as the reader asks for them, so memory does not grow with the file. A failure in
 * the middle aborts the stream, so that nobody takes a part for the whole.
 */
export function toByteStream(
  parts: AsyncGenerator<string | Uint8Array>,
  compression: 'gzip' | 'deflate-raw' | null = null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk: Uint8Array[] = [];
      let bytes = 0;
      let isDone = false;
      while (!isDone && bytes < CHUNK_BYTES) {
        const next = await parts.next();
        isDone = next.done === true;
        if (next.done) break;
        const piece = typeof next.value === 'string' ? encoder.encode(next.value) : next.value;
        bytes += piece.length;
        chunk.push(piece);
      }
      if (bytes > 0) controller.enqueue(joinBytes(chunk));
      if (isDone) controller.close();
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return compression ? stream.pipeThrough(new CompressionStream(compression)) : stream;
}

/**
 * Parts as a stream: each is produced after the caller has read the one before, and none after the caller is gone. A failure aborts the
 * stream, so that no caller takes a part for the whole.
 */
export function streamParts(
  parts: AsyncGenerator<Uint8Array>,
  reportFailure: (event: string, error: unknown) => void,
): ReadableStream<Uint8Array> {
  let isCancelled = false;
  const makeNext = async () => {
    try {
      return await parts.next();
    } catch (error) {
      reportFailure('export_broken_off', error);
      throw error;
    }
  };
  return new ReadableStream({
    async pull(controller) {
      const part = await makeNext();
      if (isCancelled) return;
      if (part.done) controller.close();
      else controller.enqueue(part.value);
    },
    async cancel() {
      isCancelled = true;
      await parts.return(undefined);
    },
  });
}

/**
 * Parts as a stream: each is made when the caller has read the one before, and none when the caller is gone. A failure aborts the stream, so
 * that no caller takes a part for the whole.
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

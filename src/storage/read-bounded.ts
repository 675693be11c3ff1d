import { readAtMost } from '#core/bytes/read-at-most.ts';

/** The text of a body; null if it is longer than `maxBytes`, of which no more is read then. */
export async function readBounded({ body }: Response, maxBytes: number): Promise<string | null> {
  const bytes = await readAtMost(body, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

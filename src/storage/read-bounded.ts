import { joinBytes } from '#core/bytes/join-bytes.ts';

/** The text of a body; null if it is longer than `maxBytes`, of which no more is read then. */
export async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  const bytes: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxBytes) return null;
    bytes.push(piece);
  }
  return new TextDecoder().decode(joinBytes(bytes));
}

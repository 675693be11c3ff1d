/** A short checksum of a text (FNV-1a, 32 bits): detects accidental differences, but no forgeries. */
export function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(36);
}

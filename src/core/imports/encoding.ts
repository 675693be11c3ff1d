/** Encodings of files that are not UTF-8: those in which spreadsheets save texts. */
export const ENCODINGS = ['windows-1252', 'utf-16'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The bytes that a file begins with. */
export function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

/** A decoder for a file with this beginning: its byte-order mark, if it has one, says more than its sender. */
export function createDecoder(encoding: Encoding | null, bytes: Uint8Array): TextDecoder {
  const options = { fatal: true, ignoreBOM: false };
  if (encoding === null || startsWith(bytes, 0xef, 0xbb, 0xbf)) return new TextDecoder('utf-8', options);
  if (encoding === 'windows-1252') return new TextDecoder(encoding);
  return new TextDecoder(isBigEndian(bytes) ? 'utf-16be' : 'utf-16le', options);
}

/** Without a mark, a table begins with a letter or a sign of ASCII. */
function isBigEndian(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0xfe, 0xff) || bytes[0] === 0;
}

/** What bytes that are no UTF-8 may be instead; null if nothing is likely. Nothing is read in this way before somebody has agreed. */
export function guessEncoding(bytes: Uint8Array, isStart: boolean): Encoding | null {
  if (isStart && (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff))) return 'utf-16';
  if (
    isStart &&
    bytes.length > 3 &&
    (bytes[0] === 0) !== (bytes[1] === 0) &&
    (bytes[0] === 0) === (bytes[2] === 0)
  )
    return 'utf-16';
  return bytes.some((byte) => byte === 0 || NOT_IN_1252.has(byte)) ? null : 'windows-1252';
}

const NOT_IN_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** What is looked at of a part, from shortly before its first letter beyond ASCII. */
export const SAMPLED_BYTES = 64 * 1024;
const LONGEST_BEGINNING = 512;

const SAMPLED_CELLS = 3;
const SAMPLED_CHARACTERS = 80;

/** The first cells of a part of a file by which people see whether it is read rightly: those with letters beyond ASCII. */
export function sampleCells(bytes: Uint8Array, encoding: Encoding): readonly string[] {
  const first = encoding === 'utf-16' ? 0 : bytes.findIndex((byte) => byte >= 0x80) - LONGEST_BEGINNING;
  const part = bytes.subarray(Math.max(0, first)).subarray(0, SAMPLED_BYTES);
  const { encoding: name } = createDecoder(encoding, bytes);
  // A character may go on behind the part.
  const text = new TextDecoder(name).decode(part, { stream: true });
  const cells = text.split(/[\r\n\t,;]+/).map((cell) => cell.replaceAll('"', '').trim());
  const telling = cells.filter((cell) => /[^\0-\u007f]/.test(cell) && !cell.includes('://'));
  const shown = telling.length > 0 ? telling : cells.filter((cell) => cell !== '');
  return [...new Set(shown)]
    .slice(0, SAMPLED_CELLS)
    .map((cell) => cell.slice(0, SAMPLED_CHARACTERS).toWellFormed());
}

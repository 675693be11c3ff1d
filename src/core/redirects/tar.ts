/** A tar archive (POSIX.1-1988, ustar), entry by entry. Unlike a ZIP it has no list at its end, so whoever writes it need not remember what is in it. */

const BLOCK_BYTES = 512;
/** Offsets and lengths of the fields of a header. */
const NAME = [0, 100] as const;
const CHECKSUM = [148, 8] as const;

/** The end of an archive: two empty blocks. */
export const TAR_END = new Uint8Array(2 * BLOCK_BYTES);

/**
 * A file of an archive: its header and its content, filled up to whole blocks. Its time is 1970, so that the same files make the same archive.
 * @param name at most 100 ASCII characters, with `/` between folders
 */
export function writeTarEntry(name: string, text: string): Uint8Array {
  if (!/^[\x21-\x7E]{1,100}$/.test(name)) throw new TypeError(`no name for a file of an archive: ${name}`);
  const content = new TextEncoder().encode(text);
  const entry = new Uint8Array(BLOCK_BYTES + Math.ceil(content.length / BLOCK_BYTES) * BLOCK_BYTES);
  const put = (offset: number, field: string) => entry.set(new TextEncoder().encode(field), offset);
  put(NAME[0], name);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${octal(content.length, 11)}\0`);
  put(136, `${octal(0, 11)}\0`);
  // The checksum counts its own field as spaces.
  put(CHECKSUM[0], ' '.repeat(CHECKSUM[1]));
  put(156, '0');
  put(257, 'ustar\x0000');
  const sum = entry.subarray(0, BLOCK_BYTES).reduce((total, byte) => total + byte, 0);
  put(CHECKSUM[0], `${octal(sum, 6)}\0 `);
  entry.set(content, BLOCK_BYTES);
  return entry;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

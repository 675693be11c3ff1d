import { joinBytes } from '../bytes/join-bytes.ts';
import { crc32 } from '../bytes/crc32.ts';

/** A file of an archive. */
export interface ZipFile {
  /** Folders end in a slash: `pdf/menu.pdf`. Any Unicode. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The content deflated (RFC 1951); null to store it uncompressed. */
  readonly deflated: Uint8Array | null;
  readonly modifiedAtMs: number;
}

/** The features of version 2.0 of PKWARE's APPNOTE: folders and deflate. */
const VERSION_NEEDED = 20;
/** Made on Unix (APPNOTE §4.4.2), whose names no program converts from a code page, and readable there. */
const MADE_BY = (3 << 8) | VERSION_NEEDED;
const MODE = (0o100644 << 16) >>> 0;
/** Names are UTF-8 (APPNOTE §4.4.4, bit 11). */
const UTF8_NAMES = 0x0800;
const [STORED, DEFLATED] = [0, 8];

/** The limits of an archive without ZIP64. */
const MAX_FILES = 0xffff;
const MAX_BYTES = 0xffff_ffff;

const encoder = new TextEncoder();

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3) file by file, and keeps only each file's directory line in memory. Every file states its length
 * before its bytes, so that programs that read it as a stream, as Java's do, can also unpack it.
 */
export class ZipWriter {
  readonly #directory: Uint8Array[] = [];
  #length = 0;

  /** The bytes that a file adds. The archive consists of these for all files in turn, then those of `end`. */
  add({ name, bytes, deflated, modifiedAtMs }: ZipFile): Uint8Array[] {
    const nameBytes = encoder.encode(name);
    const data = deflated ?? bytes;
    const common = writeFields([
      [2, VERSION_NEEDED],
      [2, UTF8_NAMES],
      [2, deflated === null ? STORED : DEFLATED],
      ...toDosTime(modifiedAtMs),
      [4, crc32(bytes)],
      [4, data.length],
      [4, bytes.length],
      [2, nameBytes.length],
      [2, 0],
    ]);
    const entry = joinBytes([
      writeFields([
        [4, 0x02014b50],
        [2, MADE_BY],
      ]),
      common,
      // No comment, on the first disk, no internal attributes.
      writeFields([
        [2, 0],
        [2, 0],
        [2, 0],
        [4, MODE],
        [4, this.#length],
      ]),
      nameBytes,
    ]);
    const parts = [writeFields([[4, 0x04034b50]]), common, nameBytes, data];
    this.#length += parts.reduce((sum, part) => sum + part.length, 0);
    this.#directory.push(entry);
    if (this.#directory.length > MAX_FILES || this.#length > MAX_BYTES)
      throw new RangeError('an archive of this format has at most 65,535 files and 4 GiB');
    return parts;
  }

  /** The directory, which ends the archive. */
  end(): Uint8Array[] {
    const directory = joinBytes(this.#directory);
    const count = this.#directory.length;
    const end = writeFields([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, directory.length],
      [4, this.#length],
      [2, 0],
    ]);
    return [directory, end];
  }
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Numbers in sequence, lowest byte first. */
function writeFields(fields: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let offset = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
    offset += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** Time and date of MS-DOS, in UTC: two seconds exact, from 1980 on (APPNOTE §4.4.6). */
function toDosTime(timeMs: number): [time: Field, date: Field] {
  const at = new Date(Math.max(timeMs, Date.UTC(1980)));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
}

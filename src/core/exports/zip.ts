import { toByteStream } from '../bytes/byte-stream.ts';
import { joinBytes } from '../bytes/join-bytes.ts';
import { crc32 } from '../bytes/crc32.ts';

/** A file of an archive. */
export interface ZipFile {
  /** Folders end in a slash: `pdf/menu.pdf`. Any Unicode. */
  readonly name: string;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly modifiedAtMs: number;
}

/** The features of version 2.0 of PKWARE's APPNOTE: folders and deflate. */
const VERSION_NEEDED = 20;
/** Made on Unix (APPNOTE §4.4.2), whose names no program converts from a code page, and readable there. */
const MADE_BY = (3 << 8) | VERSION_NEEDED;
const MODE = (0o100644 << 16) >>> 0;
/** Names are UTF-8 (APPNOTE §4.4.4, bit 11), and the sizes follow the bytes (bit 3). */
const FLAGS = 0x0800 | 0x0008;
const DEFLATED = 8;

/** Files that are compressed already. */
const PACKED = /\.(png|pdf|jpe?g|gz)$/i;

/** The limits of an archive without ZIP64. */
const MAX_FILES = 0xffff;
const MAX_BYTES = 0xffff_ffff;

const encoder = new TextEncoder();

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3) piece by piece, and keeps only each file's directory line in memory. All files are deflated, some
 * without compression: the end of such bytes shows in themselves, so that programs that read an archive as a stream, as Java's do, can also
 * unpack it.
 */
export class ZipWriter {
  readonly #directory: Uint8Array[] = [];
  #length = 0;

  /** The bytes that a file adds. The archive consists of these for all files in turn, then those of `end`. */
  async *add({ name, pieces, modifiedAtMs }: ZipFile): AsyncGenerator<Uint8Array> {
    const nameBytes = encoder.encode(name);
    const offset = this.#length;
    const features = [[2, VERSION_NEEDED], [2, FLAGS], [2, DEFLATED], ...toDosTime(modifiedAtMs)] as const;
    const nameLength = [2, nameBytes.length] as const;
    const local = writeFields([[4, 0x04034b50], ...features, ...zeros(3), nameLength, [2, 0]]);
    yield this.#count(joinBytes([local, nameBytes]));
    const startsAt = this.#length;
    const raw = { crc: 0, length: 0 };
    const tallied = tally(pieces, raw);
    for await (const piece of PACKED.test(name) ? store(tallied) : toByteStream(tallied, 'deflate-raw'))
      yield this.#count(piece);
    const sizes = [raw.crc, this.#length - startsAt, raw.length].map((size): Field => [4, size]);
    yield this.#count(writeFields([[4, 0x08074b50], ...sizes]));
    // Nothing more, no comment, on the first disk, no internal attributes.
    const rest: Field[] = [nameLength, ...zeros(2), [4, MODE], [4, offset]];
    const entry = writeFields([[4, 0x02014b50], [2, MADE_BY], ...features, ...sizes, ...rest]);
    this.#directory.push(joinBytes([entry, nameBytes]));
    if (this.#directory.length > MAX_FILES)
      throw new RangeError('an archive of this format has at most 65,535 files');
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#length += bytes.length;
    if (this.#length > MAX_BYTES) throw new RangeError('an archive of this format has at most 4 GiB');
    return bytes;
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

async function* tally(pieces: ZipFile['pieces'], raw: { crc: number; length: number }) {
  for await (const piece of pieces) {
    raw.crc = crc32(piece, raw.crc);
    raw.length += piece.length;
    yield piece;
  }
}

const LARGEST_BLOCK = 0xffff;

/** Bytes in blocks that are not compressed (RFC 1951 §3.2.4), and an empty last one. */
async function* store(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += LARGEST_BLOCK) {
      const block = piece.subarray(at, at + LARGEST_BLOCK);
      yield joinBytes([new Uint8Array([0]), writeFields(toBlockLength(block.length)), block]);
    }
  yield joinBytes([new Uint8Array([1]), writeFields(toBlockLength(0))]);
}

function toBlockLength(length: number): readonly Field[] {
  return [
    [2, length],
    [2, ~length & LARGEST_BLOCK],
  ];
}

type Field = readonly [bytes: 2 | 4, value: number];

function zeros(count: number): Field[] {
  return Array.from({ length: count }, () => [4, 0]);
}

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

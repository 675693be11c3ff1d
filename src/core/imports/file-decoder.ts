import { joinBytes } from '../bytes/join-bytes.ts';
import type { FaultOf } from '../problem.ts';
import {
  createDecoder,
  type Encoding,
  guessEncoding,
  sampleCells,
  SAMPLED_BYTES,
  startsWith,
} from './encoding.ts';
import { err, ok, type Result } from '../result.ts';
import type { FileProblems } from './file-problem.ts';

/** Why bytes are no text, and the text before them in their piece. */
export type TextFault = FaultOf<Pick<FileProblems, 'not_utf8' | 'not_encoding' | 'not_text'>> & {
  readonly before: string;
};

/**
 * Decodes a file piece by piece, and stops at the first byte that is no text. A byte-order mark is left out.
 *
 * @param encoding what the sender says of a file that is not UTF-8
 */
export class FileDecoder {
  private readonly encoding: Encoding | null;
  private decoder: TextDecoder | null = null;
  /** The beginning of a character that goes on in the next piece. */
  private begun = new Uint8Array();
  private last = new Uint8Array();

  constructor(encoding: Encoding | null = null) {
    this.encoding = encoding;
  }

  /** @param bytes the next piece of the file; null at its end */
  decode(bytes: Uint8Array | null): Result<string, TextFault> {
    const isStart = this.decoder === null;
    const known = isStart && bytes ? findOtherFormat(bytes) : null;
    if (known !== null) return err({ code: 'not_text', values: { found: known }, before: '' });
    const decoder = this.decoder ?? createDecoder(this.encoding, bytes ?? new Uint8Array());
    if (bytes && bytes.length > 0) this.decoder = decoder;
    let text: string;
    try {
      text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      return this.refuse(bytes, isStart);
    }
    if (bytes && bytes.length > 0) {
      this.last = bytes.slice(-SAMPLED_BYTES);
      this.begun = findBegun(joinBytes([this.begun, bytes.subarray(-LONGEST_CHARACTER)]));
    }
    const zero = text.indexOf('\0');
    if (zero === -1) return ok(text);
    if (bytes && this.encoding === null && isStart && guessEncoding(bytes, isStart) === 'utf-16')
      return this.refuse(bytes, isStart);
    return err({ code: 'not_text', values: { found: 'zero_byte' }, before: text.slice(0, zero) });
  }

  private refuse(bytes: Uint8Array | null, isStart: boolean): Result<never, TextFault> {
    if (this.encoding !== null)
      return err({ code: 'not_encoding', values: { encoding: this.encoding }, before: '' });
    const part = bytes ?? this.last;
    const guess = guessEncoding(part, isStart);
    const sample = guess === null ? [] : sampleCells(part, guess);
    const before = bytes && guess !== 'utf-16' ? readBeforeFault(this.begun, bytes) : '';
    return err({ code: 'not_utf8', values: { guess, sample }, before });
  }
}

const LONGEST_CHARACTER = 4;

/** The bytes at the end of a valid text that are not yet a whole character. */
function findBegun(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let count = 1; count < LONGEST_CHARACTER; count++) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > count ? bytes.slice(-count) : new Uint8Array();
  }
  return new Uint8Array();
}

/** The text of a piece before its first byte that is not UTF-8, which halving finds: decoders do not say where they stop. */
function readBeforeFault(begun: Uint8Array, bytes: Uint8Array): string {
  const all = joinBytes([begun, bytes]);
  let [text, valid, invalid] = ['', 0, all.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(all.subarray(0, middle), {
        stream: true,
      });
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  return text;
}

function findOtherFormat(bytes: Uint8Array): 'archive' | 'gzip' | null {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'archive';
  return startsWith(bytes, 0x1f, 0x8b) ? 'gzip' : null;
}

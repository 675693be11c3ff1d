import { joinBytes } from '../bytes/join-bytes.ts';
import type { FaultOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import type { FileProblems } from './file-problem.ts';

/** Why bytes are no text, and the text before them in their piece. */
export type TextFault = FaultOf<Pick<FileProblems, 'not_utf8' | 'not_text'>> & { readonly before: string };

/** Decodes a file piece by piece, and stops at the first byte that is not UTF-8. A byte-order mark is left out. */
export class Utf8Decoder {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  /** The beginning of a character that goes on in the next piece. */
  private begun = new Uint8Array();
  private isFirst = true;

  /** @param bytes the next piece of the file; null at its end */
  decode(bytes: Uint8Array | null): Result<string, TextFault> {
    const known = this.isFirst && bytes ? findOtherFormat(bytes) : null;
    if (known !== null) return err({ code: 'not_text', values: { found: known }, before: '' });
    let text: string;
    try {
      text = bytes ? this.decoder.decode(bytes, { stream: true }) : this.decoder.decode();
    } catch {
      return err({ code: 'not_utf8', values: {}, before: bytes ? readBeforeFault(this.begun, bytes) : '' });
    }
    if (bytes && bytes.length > 0) {
      this.isFirst = false;
      this.begun = findBegun(joinBytes([this.begun, bytes.subarray(-LONGEST_CHARACTER)]));
    }
    const zero = text.indexOf('\0');
    if (zero === -1) return ok(text);
    return err({ code: 'not_text', values: { found: 'zero_byte' }, before: text.slice(0, zero) });
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

function findOtherFormat(bytes: Uint8Array): 'utf16' | 'archive' | 'gzip' | null {
  const startsWith = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)) return 'utf16';
  if (startsWith(0x50, 0x4b, 0x03, 0x04)) return 'archive';
  return startsWith(0x1f, 0x8b) ? 'gzip' : null;
}

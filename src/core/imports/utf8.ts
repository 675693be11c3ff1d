import { err, ok, type Result } from '../result.ts';
import type { FileProblem } from './file-problem.ts';
import { LF, LineCounter } from './lines.ts';

/** Decodes a file piece by piece, and names the line of the first byte that is not UTF-8. A byte-order mark is left out. */
export class Utf8Decoder {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  private readonly lines = new LineCounter();
  private line = 1;
  private isFirst = true;

  /** @param bytes the next piece of the file; null at its end */
  decode(bytes: Uint8Array | null): Result<string, FileProblem> {
    const { line, isFirst } = this;
    if (bytes && bytes.length > 0) this.isFirst = false;
    const known = isFirst && bytes ? findOtherFormat(bytes) : null;
    if (known !== null) return err({ line: 1, code: 'not_text', values: { found: known } });
    let text: string;
    try {
      text = bytes ? this.decoder.decode(bytes, { stream: true }) : this.decoder.decode();
    } catch {
      const at = line + (bytes ? countLinesBeforeFault(bytes, isFirst) : 0);
      return err({ line: at, code: 'not_utf8', values: {} });
    }
    const zero = text.indexOf('\0');
    this.line += this.lines.count(text, 0, zero === -1 ? text.length : zero);
    if (zero === -1) return ok(text);
    return err({ line: this.line, code: 'not_text', values: { found: 'zero_byte' } });
  }
}

/** The line of the fault, counted from the one in which the piece begins. */
function countLinesBeforeFault(bytes: Uint8Array, isFirst: boolean): number {
  // The end of a character that began in the previous piece.
  let start = 0;
  while (!isFirst && start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  const counter = new LineCounter();
  let lines = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(LF, start);
    if (lineEnd === -1) return lines;
    try {
      const line = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
        bytes.subarray(start, lineEnd + 1),
      );
      lines += counter.count(line);
    } catch {
      return lines;
    }
    start = lineEnd + 1;
  }
}

function findOtherFormat(bytes: Uint8Array): 'utf16' | 'archive' | 'gzip' | null {
  const startsWith = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)) return 'utf16';
  if (startsWith(0x50, 0x4b, 0x03, 0x04)) return 'archive';
  return startsWith(0x1f, 0x8b) ? 'gzip' : null;
}

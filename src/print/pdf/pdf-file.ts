import { joinBytes } from '#core/bytes/join-bytes.ts';
import { sha256Hex } from '#core/bytes/sha256.ts';

/** A PDF object: its text and the data of its stream. The first object of a file is number 1. */
export interface PdfObject {
  /** A dictionary without the length of the stream: `<</Type/Page …>>`. */
  readonly dictionary: string;
  readonly stream?: Uint8Array;
}

const encoder = new TextEncoder();

/** The comment marks the file as binary for programs that transfer it (PDF 1.4 §3.4.1). */
function writeHeader(version: string): Uint8Array {
  return Uint8Array.from([...encoder.encode(`%PDF-${version}\n%`), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);
}

/**
 * Writes a PDF file object by object, so that memory holds none of them, and the cross-reference table behind them (PDF 1.4 §3.4). The
 * same objects give the same bytes, because the file's identifier is derived from them.
 */
export class PdfWriter {
  readonly #offsets = new Map<number, number>();
  #length = 0;
  /** The digest of all bytes written so far. */
  #digest = '';

  /** The start of the file. */
  start(version = '1.4'): Promise<Uint8Array> {
    return this.#pass(writeHeader(version));
  }

  /** The bytes of an object. Numbers begin with 1 and leave none out, in any order. */
  write(number: number, { dictionary, stream }: PdfObject): Promise<Uint8Array> {
    this.#offsets.set(number, this.#length);
    if (stream === undefined) return this.#pass(encoder.encode(`${number} 0 obj\n${dictionary}\nendobj\n`));
    const entries = dictionary.replace(/>>$/, `/Length ${stream.length}>>`);
    const start = encoder.encode(`${number} 0 obj\n${entries}\nstream\n`);
    return this.#pass(joinBytes([start, stream, encoder.encode('\nendstream\nendobj\n')]));
  }

  /**
   * The end of the file.
   *
   * @param root number of the catalog
   * @param info number of the document information
   */
  end({ root, info }: { readonly root: number; readonly info: number }): Uint8Array {
    const size = this.#offsets.size + 1;
    const id = this.#digest.slice(0, 32);
    const entries = Array.from({ length: size - 1 }, (_, i) => {
      return `${String(this.#offsets.get(i + 1)).padStart(10, '0')} 00000 n \n`;
    });
    return encoder.encode(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}` +
        `trailer\n<</Size ${size}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\n` +
        `startxref\n${this.#length}\n%%EOF\n`,
    );
  }

  async #pass(bytes: Uint8Array): Promise<Uint8Array> {
    this.#length += bytes.length;
    this.#digest = await sha256Hex(joinBytes([encoder.encode(this.#digest), bytes]));
    return bytes;
  }
}

/** A whole file of objects, numbered from 1 in their order. */
export async function writePdfFile(
  objects: readonly PdfObject[],
  { version, ...ends }: Parameters<PdfWriter['end']>[0] & { readonly version?: string },
): Promise<Uint8Array> {
  const writer = new PdfWriter();
  const parts = [await writer.start(version)];
  for (const [i, object] of objects.entries()) parts.push(await writer.write(i + 1, object));
  return joinBytes([...parts, writer.end(ends)]);
}

/** A stream, compressed with Flate. */
export async function toFlateStream(data: string | Uint8Array, entries = ''): Promise<PdfObject> {
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'));
  const stream = new Uint8Array(await new Response(packed).arrayBuffer());
  return { dictionary: `<<${entries}/Filter/FlateDecode>>`, stream };
}

/** A text string (PDF 1.4 §3.8.1): ASCII unchanged, other text in UTF-16. */
export function toTextString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  );
  return `<feff${units.join('')}>`;
}

/** A name (PDF 1.4 §3.2.4): delimiters are written by their number. */
export function toName(text: string): string {
  return `/${text.replaceAll(/[^A-Za-z0-9._+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/** A date (PDF 1.4 §3.8.2), in UTC. */
export function toDate(timeMs: number): string {
  const digits = new Date(timeMs).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `(D:${digits}Z)`;
}

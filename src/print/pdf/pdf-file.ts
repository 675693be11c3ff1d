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
 * Writes a PDF file: numbers the objects from 1 in their order and adds a cross-reference table (PDF 1.4 §3.4). The same objects give
 * the same bytes, because the file's identifier is derived from them.
 *
 * @param root number of the catalog
 * @param info number of the document information
 */
export async function writePdfFile(
  objects: readonly PdfObject[],
  {
    root,
    info,
    version = '1.4',
  }: { readonly root: number; readonly info: number; readonly version?: string },
): Promise<Uint8Array> {
  const header = writeHeader(version);
  const parts: Uint8Array[] = [header];
  const offsets: number[] = [];
  let length = header.length;
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [i, { dictionary, stream }] of objects.entries()) {
    offsets.push(length);
    if (stream === undefined) {
      add(`${i + 1} 0 obj\n${dictionary}\nendobj\n`);
    } else {
      add(`${i + 1} 0 obj\n${dictionary.replace(/>>$/, `/Length ${stream.length}>>`)}\nstream\n`);
      add(stream);
      add('\nendstream\nendobj\n');
    }
  }
  const startOfTable = length;
  const id = (await sha256Hex(joinBytes(parts))).slice(0, 32);
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`);
  add(`trailer\n<</Size ${objects.length + 1}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\n`);
  add(`startxref\n${startOfTable}\n%%EOF\n`);
  return joinBytes(parts);
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

import { upTo } from '#core/text.ts';
import { type ChosenColumns, parseImportField } from '#core/imports/columns.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import type { ImportFormat } from '#core/imports/read-file.ts';
import { ENCODINGS, type Encoding } from '#core/imports/encoding.ts';
import { FileDecoder } from '#core/imports/file-decoder.ts';
import { say } from '#languages/say.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { readMultipart } from '../../frame/forms/read-multipart.ts';

/** A file, or pasted text instead, and the options for it. */
export interface Upload {
  /** The values that the page shows again. */
  readonly form: Form;
  readonly format: ImportFormat;
  readonly bytes: Uint8Array;
  readonly hosts: readonly string[];
  readonly chosenColumns: ChosenColumns;
}

export const COLUMN_PREFIX = 'column:';

/** A longer file is not put into the page again: it has to be chosen again. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** Reads the form of an upload, with a file of at most `maxBytes`. */
export async function readUpload(c: DashboardContext, maxBytes: number): Promise<Upload> {
  const fields = await readMultipart(c, maxBytes, say('Split it into several.'));
  const texts = new Map<string, string>();
  for (const [name, value] of fields) if (typeof value === 'string') texts.set(name, value);
  const file = fields.get('file');
  const hasFile = typeof file === 'object' && file !== null && file.size > 0;
  const pasted = texts.get('text') ?? '';
  const encoding = ENCODINGS.find((one) => one === texts.get('encoding')) ?? null;
  const sent = hasFile ? new Uint8Array(await file.arrayBuffer()) : toBytes(pasted);
  const bytes = hasFile && encoding !== null ? toUtf8(sent, encoding) : sent;
  const shown = hasFile ? toShown(bytes) : pasted;
  const columns = [...texts].filter(([name]) => name.startsWith(COLUMN_PREFIX));
  const isOfLines = hasFile && /\.(ndjson|jsonl)$/i.test(file.name);
  return {
    form: new Form([
      ...[...texts].filter(([name]) => name !== 'encoding'),
      ['text', shown.replaceAll('\r\n', '\n')],
    ]),
    format: isOfLines || bytes[0] === BRACE ? 'ndjson' : 'csv',
    bytes,
    hosts: readHosts(texts.get('hosts') ?? ''),
    chosenColumns: new Map(
      columns.map(([name, value]) => [name.slice(COLUMN_PREFIX.length), parseImportField(value)]),
    ),
  };
}

const BRACE = 0x7b;

/**
 * The text of a file, as the page sends it again; empty if it is too long, or not in the encoding, because the page would then send other
 * letters than the file has.
 */
export function toShown(bytes: Uint8Array, encoding: Encoding | null = null): string {
  return bytes.length <= MAX_SHOWN_BYTES ? (readText(bytes, encoding) ?? '') : '';
}

function readText(bytes: Uint8Array, encoding: Encoding | null): string | null {
  const decoder = new FileDecoder(encoding);
  const [text, rest] = [decoder.decode(bytes), decoder.decode(null)];
  return text.ok && rest.ok ? text.value : null;
}

/** A file in UTF-8; as it is if it cannot be read, so that it is refused. */
function toUtf8(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  const text = readText(bytes, encoding);
  return text === null ? bytes : new TextEncoder().encode(text);
}

/** In no encoding of `guessEncoding` either. */
const NOT_UTF8 = Uint8Array.of(0x81);

/** The bytes of a pasted text. U+FFFD stands for bytes that were no text, so it is refused as these would be. */
function toBytes(text: string): Uint8Array {
  const lost = text.indexOf('\ufffd');
  const encode = (part: string) => new TextEncoder().encode(part);
  return lost === -1 ? encode(text) : joinBytes([encode(text.slice(0, lost)), NOT_UTF8]);
}

function readHosts(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((host) => upTo(host.replace(/^https?:\/\//, ''), /\//))
    .filter((host) => host !== '');
}

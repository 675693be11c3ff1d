import { upTo } from '#core/text.ts';
import { type ChosenColumns, IMPORT_FIELDS, type ImportField } from '#core/imports/columns.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import { CONFLICT_MODES, type ConflictMode } from '#core/imports/import-job.ts';
import type { ImportFormat } from '#core/imports/read-file.ts';
import { Utf8Decoder } from '#core/imports/utf8.ts';
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
  readonly onConflict: ConflictMode;
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
  const bytes = hasFile ? new Uint8Array(await file.arrayBuffer()) : toBytes(pasted);
  const shown = hasFile && bytes.length <= MAX_SHOWN_BYTES ? readText(bytes) : pasted;
  const columns = [...texts].filter(([name]) => name.startsWith(COLUMN_PREFIX));
  const isOfLines = hasFile && /\.(ndjson|jsonl)$/i.test(file.name);
  return {
    form: new Form([...texts, ['text', shown.replaceAll('\r\n', '\n')]]),
    format: isOfLines || bytes[0] === BRACE ? 'ndjson' : 'csv',
    bytes,
    onConflict: CONFLICT_MODES.find((mode) => mode === texts.get('on_conflict')) ?? 'skip',
    hosts: readHosts(texts.get('hosts') ?? ''),
    chosenColumns: new Map(
      columns.map(([name, value]) => [name.slice(COLUMN_PREFIX.length), toField(value)]),
    ),
  };
}

const BRACE = 0x7b;

/** The text of a file; empty if it is not UTF-8, because the page would then send other letters than the file has. */
function readText(bytes: Uint8Array): string {
  const decoder = new Utf8Decoder();
  const [text, rest] = [decoder.decode(bytes), decoder.decode(null)];
  return text.ok && rest.ok ? text.value : '';
}

const NOT_UTF8 = Uint8Array.of(0xff);

/** The bytes of a pasted text. U+FFFD stands for bytes that were no text, so it is refused as these would be. */
function toBytes(text: string): Uint8Array {
  const lost = text.indexOf('\ufffd');
  const encode = (part: string) => new TextEncoder().encode(part);
  return lost === -1 ? encode(text) : joinBytes([encode(text.slice(0, lost)), NOT_UTF8]);
}

function toField(text: string): ImportField | null {
  return IMPORT_FIELDS.find((field) => field === text) ?? null;
}

function readHosts(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((host) => upTo(host.replace(/^https?:\/\//, ''), /\//))
    .filter((host) => host !== '');
}

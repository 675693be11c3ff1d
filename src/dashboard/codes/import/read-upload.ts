import { type ChosenColumns, IMPORT_FIELDS, type ImportField } from '#core/imports/columns.ts';
import { CONFLICT_MODES, type ConflictMode } from '#core/imports/import-job.ts';
import type { ImportFormat } from '#core/imports/read-file.ts';
import { readAtMost } from '#core/read-at-most.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/form.ts';
import { PageError } from '../../frame/page-error.ts';

/** A file, or text that was pasted instead, and what was chosen for it. */
export interface Upload {
  /** What the page shows again. */
  readonly form: Form;
  readonly format: ImportFormat;
  readonly bytes: Uint8Array;
  readonly onConflict: ConflictMode;
  readonly hosts: readonly string[];
  readonly chosenColumns: ChosenColumns;
}

export const COLUMN_PREFIX = 'column:';

/** What a form has beside the file. */
const FORM_BYTES = 64 * 1024;

/** A longer file is not shown again to be sent once more: it has to be chosen again. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** Reads the form of an upload, whose file may have `maxBytes`. */
export async function readUpload(c: DashboardContext, maxBytes: number): Promise<Upload> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('multipart/form-data'))
    throw new PageError(415, 'Not a form', 'This address accepts only forms of the dashboard.');
  const fields = await readFields(c, type, maxBytes);
  const texts = new Map<string, string>();
  for (const [name, value] of fields) if (typeof value === 'string') texts.set(name, value);
  const file = fields.get('file');
  const hasFile = typeof file === 'object' && file !== null && file.size > 0;
  const pasted = texts.get('text') ?? '';
  const bytes = hasFile ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted);
  const shown = hasFile && bytes.length <= MAX_SHOWN_BYTES ? new TextDecoder().decode(bytes) : pasted;
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

async function readFields(c: DashboardContext, type: string, maxBytes: number): Promise<FormData> {
  const body = await readAtMost(c.req.raw.body, maxBytes + FORM_BYTES);
  if (body === null) {
    const size = `${Math.floor(maxBytes / 1024).toLocaleString('en')} KiB`;
    throw new PageError(
      413,
      'The file is too large',
      `A file may have at most ${size}. Split it into several.`,
    );
  }
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw new PageError(400, 'Not a form', 'The form could not be read. Go back and send it again.');
  }
}

function toField(text: string): ImportField | null {
  return IMPORT_FIELDS.find((field) => field === text) ?? null;
}

function readHosts(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((host) => host.replace(/^https?:\/\//, '').replace(/\/.*$/, ''))
    .filter((host) => host !== '');
}

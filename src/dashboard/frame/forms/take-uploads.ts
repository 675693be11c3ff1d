import type { Result } from '#core/result.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { Form, readForm } from './form.ts';
import { readMultipart, readTexts } from './read-multipart.ts';

/** A kind of file that forms carry. */
export interface UploadKind {
  /** The name of its upload field. */
  readonly field: string;
  readonly maxBytes: number;
  /** What to do about a larger one. */
  readonly tooLarge: () => string;
  /** What to do if there is none. */
  readonly missing: () => string;
  /** Stores it, and returns its id or what is wrong with it. */
  readonly store: (c: DashboardContext, file: File) => Promise<Result<string, string>>;
  /** The id of a stored one in place of its bytes: the script sends files by themselves. Null if the account has none with this id. */
  readonly findStored?: (c: DashboardContext, id: string) => Promise<string | null>;
}

/** A kind of file, and the field of the form that its id goes into. */
export type UploadInto = readonly [kind: UploadKind, into: string];

/**
 * Reads a form and stores its files, whichever button was pressed. Returns the form with their ids, or with the problem of a file beside its
 * upload field. Scripts send forms without a file as text.
 *
 * @param required the kind whose own button was pressed, so that there must be one
 */
export async function takeUploads(
  c: DashboardContext,
  uploads: readonly UploadInto[],
  required?: UploadKind,
): Promise<Form> {
  const type = c.req.header('Content-Type') ?? '';
  if (!required && !type.startsWith('multipart/form-data')) return readForm(c);
  const kinds = uploads.map(([kind]) => kind);
  const maxBytes = kinds.reduce((sum, kind) => sum + kind.maxBytes, 0);
  const fields = await readMultipart(c, maxBytes, (required ?? kinds.at(-1))?.tooLarge() ?? '');
  const taken = await Promise.all(uploads.map(([kind]) => takeFile(c, kind, fields, kind === required)));
  const stored = uploads.flatMap(([, into], i) => (taken[i]?.ok ? [[into, taken[i].value] as const] : []));
  const form = new Form([...readTexts(fields), ...stored]);
  kinds.forEach(({ field }, i) => {
    if (taken[i]?.ok === false) form.refuse(field, taken[i].error);
  });
  if (stored[0]) form.focusOn(stored[0][0]);
  return form;
}

/** Undefined if there is none and need not be one. */
async function takeFile(
  c: DashboardContext,
  { field, missing, store, findStored }: UploadKind,
  fields: FormData,
  isRequired: boolean,
): Promise<Result<string, string> | undefined> {
  const file = fields.get(field);
  const id = typeof file === 'string' ? await findStored?.(c, file) : null;
  if (id) return { ok: true, value: id };
  if (typeof file === 'object' && file !== null && file.size > 0) return store(c, file);
  return isRequired ? { ok: false, error: missing() } : undefined;
}

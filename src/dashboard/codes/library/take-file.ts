import { say } from '#languages/say.ts';
import { sayNoBucket } from '#contract/files.ts';
import { parseFileId } from '#core/files/file-id.ts';
import { readSentName } from '#core/files/file-name.ts';
import { MAX_FILE_BYTES } from '#core/files/stored-file.ts';
import { err, ok } from '#core/result.ts';
import { findFile } from '#storage/files/files.ts';
import { uploadFile, type UploadProblem } from '#service/files/upload.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { UploadKind } from '../../frame/forms/take-uploads.ts';
import { explainLimit } from '../../frame/forms/validate-form.ts';
import { notAForm, PageError } from '../../frame/page-error.ts';
import { UPLOADED_FILE } from './file-fields.tsx';

/** The files that codes open. A form is read as a whole, unlike a file that the script sends: `takeSentFile`. */
export const FILE: UploadKind = {
  field: UPLOADED_FILE,
  maxBytes: MAX_FILE_BYTES,
  tooLarge: () => say('Go back and choose a smaller file.'),
  missing: () => say('Choose a PDF, PNG or JPEG file first.'),
  async store(c, file) {
    const pieces = file.stream() as ReadableStream<Uint8Array>;
    const upload = { name: file.name, bytes: file.size, pieces };
    const uploaded = await uploadFile(c.get('deps'), c.get('person'), upload);
    return uploaded.ok ? ok(uploaded.value.id) : err(explain(uploaded.error));
  },
  async findStored(c, text) {
    const id = parseFileId(text);
    return id && ((await findFile(c.get('deps').db, c.get('person').account.id, id))?.id ?? null);
  },
};

/** `POST /codes/library/files/upload`: stores a file whose bytes are the body, as they come, and answers with its id and name. */
export async function takeSentFile(c: DashboardContext): Promise<Response> {
  const bytes = Number(c.req.header('Content-Length') ?? 0);
  if (!(bytes > 0)) throw notAForm(say('Choose a PDF, PNG or JPEG file first.'), 400);
  if (bytes > MAX_FILE_BYTES)
    throw new PageError(
      413,
      say('The file is too large'),
      say('A file may have at most {kib, number} KiB.', { kib: MAX_FILE_BYTES / 1024 }),
    );
  const name = readSentName(c.req.header('Content-Disposition')) ?? '';
  const upload = { name, bytes, pieces: readPieces(c) };
  const uploaded = await uploadFile(c.get('deps'), c.get('person'), upload);
  if (!uploaded.ok) {
    // Browsers hear an answer only once they have sent everything.
    await c.req.raw.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return c.json({ message: explain(uploaded.error) }, 422);
  }
  return c.json({ id: uploaded.value.id, name: uploaded.value.name });
}

async function* readPieces(c: DashboardContext): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of c.req.raw.body?.values({ preventCancel: true }) ?? [])
      yield piece as Uint8Array;
  } catch {
    // Nobody reads the answer: the browser is gone.
    throw notAForm(say('The end of the file is missing. Upload it again.'), 400);
  }
}

function explain(problem: UploadProblem): string {
  switch (problem.reason) {
    case 'unknown_type':
      return say('This is not a PDF, PNG or JPEG file.');
    case 'not_whole':
      return say('The end of the file is missing. Upload it again.');
    case 'no_bucket':
      return sayNoBucket();
    default:
      return explainLimit(problem);
  }
}

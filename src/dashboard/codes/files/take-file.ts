import { say } from '#languages/say.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { MAX_FILE_BYTES } from '#core/files/stored-file.ts';
import { uploadFile, type UploadProblem } from '#service/files/upload.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { readMultipart, readTexts } from '../../frame/forms/read-multipart.ts';
import { UPLOADED_FILE } from './file-fields.tsx';

/**
 * Stores the file of a form. Returns the form with it in the field `name`, or with the problem of the file. A form is read as a whole, unlike
 * a file that a program sends.
 */
export async function takeFile(c: DashboardContext, name: string): Promise<Form> {
  const fields = await readMultipart(c, MAX_FILE_BYTES, say('Go back and choose a smaller file.'));
  const texts = readTexts(fields);
  const file = fields.get(UPLOADED_FILE);
  if (typeof file !== 'object' || file === null || file.size === 0)
    return refuse(texts, say('Choose a PDF, PNG or JPEG file first.'));
  const pieces = file.stream() as ReadableStream<Uint8Array>;
  const upload = { name: file.name, bytes: file.size, pieces };
  const uploaded = await uploadFile(c.get('deps'), c.get('person'), upload);
  if (!uploaded.ok) return refuse(texts, explain(uploaded.error));
  const form = new Form([...texts, [name, uploaded.value.id]]);
  form.focusOn(name);
  return form;
}

function refuse(texts: ReadonlyMap<string, string>, message: string): Form {
  const form = new Form(texts);
  form.refuse(UPLOADED_FILE, message);
  return form;
}

function explain(problem: UploadProblem): string {
  switch (problem.reason) {
    case 'unknown_type':
      return say('This is not a PDF, PNG or JPEG file.');
    case 'not_whole':
      return say('The end of the file is missing. Upload it again.');
    case 'too_many_files':
      return say('An account keeps at most {most, number} files. Delete one first.', { most: problem.limit });
    case 'quota_exceeded':
      return explainQuota(problem);
  }
}

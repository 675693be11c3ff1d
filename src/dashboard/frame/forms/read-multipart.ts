import { say } from '#languages/say.ts';
import { readAtMost } from '#core/bytes/read-at-most.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { notAForm, PageError } from '../page-error.ts';

/** The fields of a form besides the file. */
const FORM_BYTES = 64 * 1024;

/** Reads a form with a file of at most `maxBytes`. `tooLarge` says what to do about a larger one. */
export async function readMultipart(
  c: DashboardContext,
  maxBytes: number,
  tooLarge: string,
): Promise<FormData> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('multipart/form-data'))
    throw notAForm(say('This address accepts only forms of the dashboard.'));
  const body = await readAtMost(c.req.raw.body, maxBytes + FORM_BYTES);
  if (body === null) {
    const size = say('A file may have at most {kib, number} KiB.', { kib: Math.floor(maxBytes / 1024) });
    throw new PageError(413, say('The file is too large'), `${size} ${tooLarge}`);
  }
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw notAForm(say('The form could not be read. Go back and send it again.'), 400);
  }
}

/** The text fields, with line breaks as LF. */
export function readTexts(fields: FormData): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of fields)
    if (typeof value === 'string') texts.set(name, value.replaceAll('\r\n', '\n'));
  return texts;
}

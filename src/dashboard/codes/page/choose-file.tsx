import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { takeUploads } from '../../frame/forms/take-uploads.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { findCode } from '../find-code.ts';
import { renderCode } from '../form/render-code.tsx';
import { ChosenFile, readFileChoices } from '../library/file-fields.tsx';
import { FILE } from '../library/take-file.ts';

/** `POST /codes/{id}/file`: stores the file of the form, and shows the form again with it: the code opens it once that is saved. */
export async function uploadFileOfCode(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  if (code.type !== 'file') throw pageNotFound();
  const form = await takeUploads(c, [[FILE, 'target']], FILE);
  return renderCode(c, code, { form, status: form.status });
}

/** For the script: the file that is chosen in the form. */
export async function showChosenFile(c: DashboardContext): Promise<Response> {
  const chosen = (await readForm(c)).value('target');
  return c.html(<ChosenFile files={await readFileChoices(c, chosen)} chosen={chosen} />);
}

import { toPublicId } from '#core/codes/code-id.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportFiles } from '#service/exports/files.ts';
import type { Selection } from '#service/lists/select-codes.ts';
import { printSheets } from '#service/prints/sheets.ts';
import { allowanceOf } from '../../accounts/sign-in/limit-attempts.ts';
import { respondWithFile } from '../../frame/attachment.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { readSheet } from '../download/read-sheets.ts';
import { readChosen, renderDownload } from './download-page.tsx';
import { readFiles, refuseFiles, toFilesForm } from './files-form.ts';
import { readListQuery } from './read-selection.ts';
import { refuseSheets, toSheetsForm } from './sheets-form.tsx';

/** `POST /codes/selection/files`: images and print files of a selection as a ZIP archive. */
export async function downloadFiles(c: DashboardContext): Promise<Response> {
  const sent = await readForm(c);
  const form = toFilesForm(sent);
  const request = readFiles(form);
  if (!request) return renderDownload(c, sent, { files: form }, 422);
  const [deps, person] = [c.get('deps'), c.get('person')];
  const selection = await toSelection(c, sent);
  const archive = await exportFiles(deps, person.account.id, selection, request, allowanceOf(c));
  if (!archive.ok) {
    refuseFiles(form, archive.error);
    return renderDownload(c, sent, { files: form }, 422);
  }
  await recordActivity(deps, person, { action: 'codes.exported', note: 'zip' });
  return respondWithFile(c, archive.value, 'application/zip', 'qr-codes.zip');
}

/** `POST /codes/selection/sheets`: a selection on labels or in a layout, as one PDF. */
export async function downloadSheets(c: DashboardContext): Promise<Response> {
  const sent = await readForm(c);
  const form = toSheetsForm(sent);
  if (form.isChecked('refresh')) return renderDownload(c, sent, { sheets: form });
  const request = readSheet(form);
  if (!request) return renderDownload(c, sent, { sheets: form }, 422);
  const [deps, person] = [c.get('deps'), c.get('person')];
  const selection = await toSelection(c, sent);
  const sheets = await printSheets(deps, person.account.id, selection, request, allowanceOf(c));
  if (!sheets.ok) {
    refuseSheets(form, sheets.error);
    return renderDownload(c, sent, { sheets: form }, 422);
  }
  await recordActivity(deps, person, { action: 'codes.exported', note: 'pdf' });
  const name = request.kind === 'labels' ? 'labels' : request.layout;
  return respondWithFile(c, sheets.value, 'application/pdf', `${name}.pdf`);
}

async function toSelection(c: DashboardContext, form: Form): Promise<Selection> {
  const codeIds = await readChosen(c, form);
  return codeIds ? { names: codeIds.map(toPublicId) } : { filter: readListQuery(form).filter };
}

import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { readQrCode } from '#service/codes/read.ts';
import { streamExport } from '#service/exports/codes.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { type Form } from '../../frame/forms/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { toListPath } from '../list/list-query.ts';
import { readCodeIds, readListQuery } from './read-selection.ts';

/** More than fit on a page of the list. */
const MAX_DOWNLOADED = 20;

/** The ticked codes as CSV; for all matching codes, the list has its export. */
export async function downloadSelection(c: DashboardContext, form: Form): Promise<Response> {
  if (form.isChecked('all')) {
    return c.redirect(toListPath(readListQuery(form).parameters, '/codes/export.csv'), 303);
  }
  const { id: actorId, account } = c.get('person');
  const codeIds = readCodeIds(form).slice(0, MAX_DOWNLOADED);
  const found = await Promise.all(codeIds.map((codeId) => readQrCode(c.get('deps'), account.id, codeId)));
  const codes = found.filter((code) => code !== null);
  if (codes.length === 0)
    throw new PageError(422, 'Nothing to download', 'No code was selected. Tick the box beside each code.');
  const activity = { accountId: account.id, actorId, action: 'codes.exported', note: 'csv' } as const;
  await recordActivity(c.get('deps'), activity);
  return c.body(streamExport({ first: codes, rest: none() }, 'text/csv', c.env), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="qr-codes.csv"',
  });
}

// oxlint-disable-next-line require-yield
async function* none(): AsyncGenerator<readonly CountedQrCode[]> {}

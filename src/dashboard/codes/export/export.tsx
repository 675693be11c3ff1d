import { say } from '#languages/say.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { contentTypeOf, openFile } from '#service/exports/tables.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { FILES, ExportPage } from './export-page.tsx';

/** `GET /codes/leave` */
export function showExport(c: DashboardContext) {
  return renderPage(c, { title: say('Take your codes with you'), section: 'Codes' }, <ExportPage />);
}

/** `GET /codes/leave/:file`: all codes of the account, including archived ones, as the API exports them. */
export async function downloadExport(c: DashboardContext): Promise<Response> {
  const file = FILES.find(({ name }) => name === c.req.param('file'))?.name;
  if (file === undefined) throw pageNotFound();
  const deps = c.get('deps');
  const person = c.get('person');
  const opened = await openFile(deps, person.account.id, { file, filter: {} });
  if (!opened.ok) throw pageNotFound();
  await recordActivity(deps, person, { action: 'codes.exported', note: file });
  return c.body(opened.value, 200, {
    'Content-Type': contentTypeOf(file),
    'Content-Disposition': `attachment; filename="${file}"`,
  });
}

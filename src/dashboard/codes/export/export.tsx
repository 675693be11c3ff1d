import { say } from '#languages/say.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { countParts, exportEverything } from '#service/exports/everything.ts';
import { contentTypeOf, openFile } from '#service/exports/tables.ts';
import { allowanceOf } from '../../accounts/sign-in/limit-attempts.ts';
import { respondWithFile } from '../../frame/attachment.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { FILES, ExportPage } from './export-page.tsx';

/** `GET /codes/leave` */
export async function showExport(c: DashboardContext): Promise<Response> {
  const parts = await countParts(c.get('deps'), c.get('person').account);
  const page = <ExportPage parts={parts} />;
  return renderPage(c, { title: say('Take your codes with you'), section: 'Codes' }, page);
}

/** `GET /codes/leave/everything.zip`: a part of the archive of everything, as the API exports it. */
export async function downloadEverything(c: DashboardContext): Promise<Response> {
  const [deps, person] = [c.get('deps'), c.get('person')];
  const part = Number(c.req.query('part') ?? 1);
  const opened = await exportEverything(deps, person.account, part, allowanceOf(c));
  if (!opened.ok) throw pageNotFound();
  await recordActivity(deps, person, { action: 'codes.exported', note: 'everything.zip' });
  const { body, name } = opened.value;
  return respondWithFile(c, body, 'application/zip', name);
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
  return respondWithFile(c, opened.value, contentTypeOf(file), file);
}

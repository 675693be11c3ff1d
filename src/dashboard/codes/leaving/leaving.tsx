import { recordActivity } from '#service/accounts/activity.ts';
import type { DashboardContext, OpenExport } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { FILES, LeavingPage } from './leaving-page.tsx';

/** `GET /codes/leave` */
export function showLeaving(c: DashboardContext) {
  return renderPage(c, { title: 'Take your codes with you', section: 'Codes' }, <LeavingPage />);
}

/** `GET /codes/leave/:file`: all codes of the account, archived ones too, as the API exports them. */
export function downloadExport(openExport: OpenExport) {
  return async (c: DashboardContext): Promise<Response> => {
    const file = FILES.find(({ name }) => name === c.req.param('file'))?.name;
    const { id: actorId, account } = c.get('person');
    const opened = file === undefined ? null : await openExport(c.get('deps'), account.id, file);
    if (!opened) throw pageNotFound();
    await recordActivity(c.get('deps'), {
      accountId: account.id,
      actorId,
      action: 'codes.exported',
      note: file ?? null,
    });
    return c.body(opened.body, 200, {
      'Content-Type': opened.mediaType,
      'Content-Disposition': `attachment; filename="${file}"`,
    });
  };
}

import { readQrCodePage } from '../../service/read-qr-codes.ts';
import { readCodeListQuery } from '../code-list-query.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { CodeListPage } from '../pages/code-list.tsx';
import { renderPage } from '../render.tsx';

const CODES_PER_PAGE = 20;

/** `GET /codes` */
export async function listCodes(c: DashboardContext): Promise<Response> {
  const query = readCodeListQuery(c.req.url);
  const head = { title: 'Codes', section: 'Codes' } as const;
  if (query.form.hasErrors) {
    return renderPage(c, { ...head, status: 400 }, <CodeListPage query={query} page={null} />);
  }
  const { filter, after } = query;
  const page = await readQrCodePage(c.get('deps'), c.get('person').account.id, {
    limit: CODES_PER_PAGE,
    after,
    filter,
  });
  const wasDeleted = c.req.query('deleted') === '1';
  return renderPage(c, head, <CodeListPage query={query} page={page} wasDeleted={wasDeleted} />);
}

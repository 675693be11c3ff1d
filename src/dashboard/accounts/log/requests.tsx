import { formatRequestCursor, parseRequestCursor, REQUESTS_KEPT_MS } from '#core/requests/api-request.ts';
import { say } from '#languages/say.ts';
import { listApiKeys, listApps } from '#storage/accounts/api-keys.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { RequestsPage, toRequestsPath } from './requests-page.tsx';

const ENTRIES_PER_PAGE = 50;
const LONGEST_KEY_ID = 60;

/** The part of the log with what programs asked, of a key (`key=…`) or only what failed (`failed=true`). */
export async function showRequests(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { id: accountId } = c.get('person').account;
  const { key, failed, cursor } = c.req.query();
  const filter = { keyId: key?.slice(0, LONGEST_KEY_ID) || null, isFailed: failed === 'true' };
  const after = cursor === undefined ? null : parseRequestCursor(cursor);
  if (cursor !== undefined && after === null) throw pageNotFound();
  const sinceMs = deps.nowMs() - REQUESTS_KEPT_MS;
  // Analytics Engine can fail, or not know the dataset before the first request.
  const reading = deps.requests
    .list(accountId, { filter, sinceMs, after, limit: ENTRIES_PER_PAGE + 1 })
    .catch((error: unknown) => {
      if (!isStorageFailure(error)) throw error;
      deps.reportFailure('requests_not_read', error);
      return null;
    });
  const [keys, apps, found] = await Promise.all([
    listApiKeys(deps.db, accountId),
    listApps(deps.db, accountId),
    reading,
  ]);
  const requests = found?.slice(0, ENTRIES_PER_PAGE) ?? null;
  const last = found && found.length > ENTRIES_PER_PAGE ? requests?.at(-1) : undefined;
  return renderPage(
    c,
    { title: say('Requests'), section: 'Settings' },
    <RequestsPage
      isOwner={c.get('person').role === 'owner'}
      requests={requests}
      keys={[...keys, ...apps]}
      filter={filter}
      first={after && toRequestsPath(filter)}
      next={last ? toRequestsPath(filter, formatRequestCursor(last)) : null}
    />,
  );
}

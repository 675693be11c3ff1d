import { say, sayRich } from '#languages/say.ts';
import { type Activity, formatActivityCursor, parseActivityCursor } from '#core/accounts/activity.ts';
import { readActivities } from '#service/accounts/activity.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { TimeOfDay } from '../../frame/utc-time.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Row } from '../../kit/rows.tsx';
import { describeActivity } from './describe-activity.ts';
import { Log, LOG_PATH } from './log-frame.tsx';
import { showRequests } from './requests.tsx';

const ENTRIES_PER_PAGE = 50;

/** `GET /settings/log?of=requests&cursor=…`: the audit log of the account, for its owners; or what programs asked, for everybody. */
export async function showLog(c: DashboardContext): Promise<Response> {
  const { role, account } = c.get('person');
  if (role !== 'owner' || c.req.query('of') === 'requests') return showRequests(c);
  const cursor = c.req.query('cursor');
  const after = cursor === undefined ? null : parseActivityCursor(cursor);
  if (cursor !== undefined && after === null) throw pageNotFound();
  const { items: activities, next } = await readActivities(c.get('deps'), account.id, {
    limit: ENTRIES_PER_PAGE,
    after,
  });
  return renderPage(
    c,
    { title: say('Log'), section: 'Settings' },
    <Log
      of="people"
      isOwner
      head={
        activities.length > 0 ? null : (
          <p>{after === null ? say('Nothing yet.') : say('There are no earlier entries.')}</p>
        )
      }
      entries={activities}
      timeOf={({ happenedAtMs }) => happenedAtMs}
      show={(activity) => (
        <Row title={describeActivity(activity)} about={nameActor(activity)}>
          <TimeOfDay timeMs={activity.happenedAtMs} />
        </Row>
      )}
    >
      <Pages first={after && LOG_PATH} next={next && `${LOG_PATH}?cursor=${formatActivityCursor(next)}`} />
      <p class="muted">
        {sayRich('Entries are kept for 400 days. Programs can read them at <code>GET /v1/audit</code>.', {
          code: (text) => <code>{text}</code>,
        })}
      </p>
    </Log>,
  );
}

function nameActor({ actor }: Activity): string {
  switch (actor.type) {
    case 'operator':
      return say('The operator of this service');
    case 'api_key':
      return say('API key {key}', { key: actor.name ?? '' });
    case 'app':
      return say('App {app}', { app: actor.name ?? '' });
    case 'person':
      return actor.name ?? say('Somebody');
  }
}

import { type Activity, formatActivityCursor, parseActivityCursor } from '#core/accounts/activity.ts';
import { readActivities } from '#service/accounts/activity.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { Minute } from '../../frame/utc-time.tsx';
import { ButtonRow } from '../../kit/buttons.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { describeActivity } from './describe-activity.ts';
import { Settings } from './settings-tabs.tsx';

const ENTRIES_PER_PAGE = 50;
const PAGE = { title: 'Activity', section: 'Settings' } as const;

/** `GET /settings/activity?cursor=…`: the audit log of the account, for its owners. */
export async function showActivity(c: DashboardContext): Promise<Response> {
  const { role, account } = c.get('person');
  if (role !== 'owner') return renderPage(c, PAGE, <OwnersOnly />);
  const cursor = c.req.query('cursor');
  const after = cursor === undefined ? null : parseActivityCursor(cursor);
  if (cursor !== undefined && after === null) throw pageNotFound();
  const { activities, next } = await readActivities(c.get('deps'), account.id, {
    limit: ENTRIES_PER_PAGE,
    after,
  });
  return renderPage(
    c,
    PAGE,
    <ActivityPage
      activities={activities}
      isFirst={after === null}
      next={next && formatActivityCursor(next)}
    />,
  );
}

interface ActivityPageProps {
  readonly activities: readonly Activity[];
  readonly isFirst: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

function ActivityPage({ activities, isFirst, next }: ActivityPageProps) {
  return (
    <Settings tab="Activity">
      <section>
        <h2>Who did what</h2>
        {activities.length === 0 ? <p>{isFirst ? 'Nothing yet.' : 'There are no earlier entries.'}</p> : null}
        <Rows>
          {activities.map((activity) => (
            <Row
              title={describeActivity(activity)}
              about={
                <>
                  {nameActor(activity)} · <Minute timeMs={activity.happenedAtMs} />
                </>
              }
            />
          ))}
        </Rows>
        {isFirst && next === null ? null : (
          <ButtonRow>
            {isFirst ? null : <a href="/settings/activity">Newest</a>}
            {next === null ? null : <a href={`/settings/activity?cursor=${next}`}>Earlier</a>}
          </ButtonRow>
        )}
        <p class="muted">
          Entries are kept for 400 days. Programs can read them at <code>GET /v1/audit</code>.
        </p>
      </section>
    </Settings>
  );
}

function OwnersOnly() {
  return (
    <Settings tab="Activity">
      <p class="muted">Only owners of the account can see who did what.</p>
    </Settings>
  );
}

function nameActor({ actor }: Activity): string {
  switch (actor.type) {
    case 'operator':
      return 'The operator of this service';
    case 'api_key':
      return `API key ${actor.name ?? ''}`;
    case 'person':
      return actor.name ?? 'Somebody';
  }
}

import { perLanguage, say, sayRich } from '#languages/say.ts';
import { type Activity, formatActivityCursor, parseActivityCursor } from '#core/accounts/activity.ts';
import { readActivities } from '#service/accounts/activity.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { groupByDay, TimeOfDay } from '../../frame/utc-time.tsx';
import { ButtonRow } from '../../kit/buttons.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { describeActivity } from './describe-activity.ts';
import { Settings } from './settings-tabs.tsx';

const ENTRIES_PER_PAGE = 50;

/** `GET /settings/activity?cursor=…`: the audit log of the account, for its owners. */
export async function showActivity(c: DashboardContext): Promise<Response> {
  const { role, account } = c.get('person');
  const page = { title: say('Activity'), section: 'Settings' } as const;
  if (role !== 'owner') return renderPage(c, page, <OwnersOnly />);
  const cursor = c.req.query('cursor');
  const after = cursor === undefined ? null : parseActivityCursor(cursor);
  if (cursor !== undefined && after === null) throw pageNotFound();
  const { activities, next } = await readActivities(c.get('deps'), account.id, {
    limit: ENTRIES_PER_PAGE,
    after,
  });
  return renderPage(
    c,
    page,
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
        <h2>{say('Who did what')}</h2>
        {activities.length === 0 ? (
          <p>{isFirst ? say('Nothing yet.') : say('There are no earlier entries.')}</p>
        ) : null}
        {groupByDay(activities, ({ happenedAtMs }) => happenedAtMs).map(([, day]) => (
          <Day activities={day} />
        ))}
        {isFirst && next === null ? null : (
          <ButtonRow>
            {isFirst ? null : <a href="/settings/activity">{say('Newest')}</a>}
            {next === null ? null : <a href={`/settings/activity?cursor=${next}`}>{say('Earlier')}</a>}
          </ButtonRow>
        )}
        <p class="muted">
          {sayRich('Entries are kept for 400 days. Programs can read them at <code>GET /v1/audit</code>.', {
            code: (text) => <code>{text}</code>,
          })}
        </p>
      </section>
    </Settings>
  );
}

const dayFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'full' }),
);

function Day({ activities }: { readonly activities: readonly Activity[] }) {
  return (
    <section class="timeline">
      <h3>{dayFormat().format(activities[0]?.happenedAtMs)}</h3>
      <Rows>
        {activities.map((activity) => (
          <Row title={describeActivity(activity)} about={nameActor(activity)}>
            <TimeOfDay timeMs={activity.happenedAtMs} />
          </Row>
        ))}
      </Rows>
    </section>
  );
}

function OwnersOnly() {
  return (
    <Settings tab="Activity">
      <p class="muted">{say('Only owners of the account can see who did what.')}</p>
    </Settings>
  );
}

function nameActor({ actor }: Activity): string {
  switch (actor.type) {
    case 'operator':
      return say('The operator of this service');
    case 'api_key':
      return say('API key {key}', { key: actor.name ?? '' });
    case 'person':
      return actor.name ?? say('Somebody');
  }
}

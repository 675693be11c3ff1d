import type { z } from 'zod';
import { type Activity, formatActivityCursor } from '#core/accounts/activity.ts';
import { readActivities } from '#service/accounts/activity.ts';
import { activityQuery, toActivityFilter } from '#contract/audit.ts';
import { type activityEntry, activityList } from '#contract/audit-responses.ts';
import { ACTIVITY } from '../examples.ts';
import { operation } from '../operation.ts';
import { toPage } from '../lists/page.ts';

export const listActivities = operation({
  method: 'get',
  path: '/v1/audit',
  summary: 'Read the audit log of the account',
  description:
    'Who signed in, invited, removed, created, revoked, exported or deleted what: newest first. Entries are kept for 400 days. With `action`, `actor_id` or `subject_id`, a page looks at 1,000 entries: it may hold fewer than `limit`, even none, while `has_more` is true.',
  query: activityQuery,
  response: activityList,
  example: { data: [ACTIVITY], has_more: false, next_cursor: null },
  async handle({ deps, actor, query }) {
    const { limit, cursor: after = null } = query;
    const page = { limit, after, filter: toActivityFilter(query) };
    const { items, next } = await readActivities(deps, actor.account.id, page);
    return toPage(items.map(toResource), next && formatActivityCursor(next));
  },
});

function toResource(activity: Activity): z.output<typeof activityEntry> {
  const { id, action, actor, subject, note } = activity;
  return { id, action, created_at: new Date(activity.happenedAtMs).toISOString(), actor, subject, note };
}

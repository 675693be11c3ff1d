import type { z } from 'zod';
import { type Activity, formatActivityCursor } from '#core/accounts/activity.ts';
import { readActivities } from '#service/accounts/activity.ts';
import { activityQuery, toActivityFilter } from '#contract/audit.ts';
import type { activityEntry, activityList } from '#contract/audit-responses.ts';
import { operation } from '../operation.ts';
import { toPage } from '../page.ts';

export const listActivities = operation({
  method: 'get',
  path: '/v1/audit',
  query: activityQuery,
  async handle({ deps, account, query }): Promise<z.output<typeof activityList>> {
    const { limit, cursor: after = null } = query;
    const page = { limit, after, filter: toActivityFilter(query) };
    const { activities, next } = await readActivities(deps, account.id, page);
    return toPage(activities.map(toResource), next && formatActivityCursor(next));
  },
});

function toResource(activity: Activity): z.output<typeof activityEntry> {
  const { id, action, actor, subject, note } = activity;
  return { id, action, created_at: new Date(activity.happenedAtMs).toISOString(), actor, subject, note };
}

import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { type Activity, formatActivityCursor } from '#core/accounts/activity.ts';
import { readActivities } from '#service/accounts/activity.ts';
import type { AppEnv } from '../app-env.ts';
import { activityQuery } from '#contract/requests.ts';
import type { activityEntry, activityList } from '#contract/responses.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { allowOnly } from '../middleware/allow-only.ts';

/** `/v1/audit` */
export const activityRoutes = new Hono<AppEnv>().get('/', listActivities).all('/', allowOnly('GET, HEAD'));

async function listActivities(c: Context<AppEnv>): Promise<Response> {
  const { limit, cursor } = validateQuery(activityQuery, readQuery(c.req.url));
  const page = await readActivities(c.get('deps'), c.get('account').id, { limit, after: cursor ?? null });
  const list: z.output<typeof activityList> = {
    data: page.activities.map(toResource),
    has_more: page.next !== null,
    next_cursor: page.next && formatActivityCursor(page.next),
  };
  return c.json(list);
}

function toResource(activity: Activity): z.output<typeof activityEntry> {
  const { id, action, actor, subject, note } = activity;
  return { id, action, created_at: new Date(activity.happenedAtMs).toISOString(), actor, subject, note };
}

import * as z from 'zod';
import { ACTIVITY_ACTIONS, type ActivityFilter, parseActivityCursor } from '#core/accounts/activity.ts';
import { instant } from './codes/requests.ts';
import { cursorOf, limitOf } from './lists.ts';

/** The request of `/v1/audit`. */

const id = z.string().min(1).max(50);

export const activityQuery = z.strictObject({
  action: z.enum(ACTIVITY_ACTIONS).optional().describe('Only entries of this action.'),
  actor_id: id
    .optional()
    .describe('Only what this person (`per_…`), this API key (`key_…`) or this app (`app_…`) did.'),
  subject_id: id.optional().describe('Only what was done to this person, API key, app, code or template.'),
  created_after: instant.optional().describe('Only entries after this ISO 8601 date or timestamp.'),
  created_before: instant.optional().describe('Only entries before this ISO 8601 date or timestamp.'),
  limit: limitOf('entries'),
  cursor: cursorOf(parseActivityCursor),
});

/** The filters of the log, as the use case takes them. */
export function toActivityFilter(query: z.output<typeof activityQuery>): ActivityFilter {
  return {
    action: query.action,
    actorId: query.actor_id,
    subjectId: query.subject_id,
    afterMs: query.created_after,
    beforeMs: query.created_before,
  };
}

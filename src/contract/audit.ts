import * as z from 'zod';
import {
  ACTIVITY_ACTIONS,
  type ActivityFilter,
  ACTOR_TYPES,
  parseActivityCursor,
  SUBJECT_TYPES,
} from '#core/accounts/activity.ts';
import { instant } from './codes/requests.ts';
import { timestamp } from './codes/responses.ts';
import { cursorOf, limitOf, pageOf } from './lists.ts';
import { open } from './open.ts';

/** The request and response of `/v1/audit`. */

const id = z.string().min(1).max(50);

export const activityQuery = z.strictObject({
  action: z.enum(ACTIVITY_ACTIONS).optional().describe('Only entries of this action.'),
  actor_id: id.optional().describe('Only what this person (`per_…`) or this API key (`key_…`) did.'),
  subject_id: id.optional().describe('Only what was done to this person, API key, code or template.'),
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

const activityAction = open(z.enum(ACTIVITY_ACTIONS).meta({ id: 'ActivityAction' }));

const reference = {
  id: z.string(),
  name: z.string().nullable().describe('Its current name. Null if it has none.'),
};

/** Whoever did something. */
export const actor = z
  .object({
    type: open(z.enum(ACTOR_TYPES)),
    ...reference,
    id: reference.id.nullable().describe('Null for the operator of the service.'),
  })
  .describe('Who did it.');

export const activityEntry = z
  .object({
    id: z.string().regex(/^act_[0-9a-f]{16}$/),
    action: activityAction.describe('What happened, like `api_key.created`.'),
    created_at: timestamp,
    actor,
    subject: z
      .object({ type: open(z.enum(SUBJECT_TYPES)), ...reference })
      .nullable()
      .describe('The person, API key or code that the action affected. Null if there is none.'),
    note: z.string().nullable().describe('A detail: a role, the name of a passkey, the format of an export.'),
  })
  .meta({ id: 'Activity', description: 'An entry of the audit log.' });

export const activityList = pageOf(activityEntry).meta({ id: 'ActivityList' });

import * as z from 'zod';
import { ACTIVITY_ACTIONS, ACTOR_TYPES, SUBJECT_TYPES } from '#core/accounts/activity.ts';
import { timestamp } from './codes/responses.ts';
import { pageOf } from './lists.ts';
import { open } from './open.ts';

/** The responses of `/v1/audit`. */

const activityAction = open(z.enum(ACTIVITY_ACTIONS).meta({ id: 'ActivityAction' }));

const reference = {
  id: z.string(),
  name: z.string().nullable().describe('Its current name. Null if it has none.'),
};

/** Anyone who did something. */
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
      .describe('The person, API key, app or code that the action affected. Null if there is none.'),
    note: z.string().nullable().describe('A detail: a role, the name of a passkey, the format of an export.'),
  })
  .meta({ id: 'Activity', description: 'An entry of the audit log.' });

export const activityList = pageOf(activityEntry).meta({ id: 'ActivityList' });

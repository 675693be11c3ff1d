import * as z from 'zod';
import { typeOfActor } from '#core/accounts/activity.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { actor } from '../audit.ts';
import { cursorOf, limitOf, pageOf } from '../lists.ts';
import { toControlSettings } from './control.ts';
import { controlSettings, count, timestamp } from './responses.ts';

/** The request and response of `/v1/qr/{id}/history`. */

export const historyQuery = z.strictObject({
  limit: limitOf('edits'),
  cursor: cursorOf((text) => (/^\d{1,15}$/.test(text) ? Number(text) : null)),
});

const state = z.object({ target: z.string(), title: z.string().nullable(), ...controlSettings }).partial();

const edit = z
  .object({
    edited_at: timestamp,
    editor: actor,
    edits: count.describe(
      'How many edits the entry combines: more than 1 only in the oldest entry, which names the last editor.',
    ),
    changed: z
      .array(z.string())
      .describe('The fields that changed. A new password appears only here, as `password`.'),
    from: state.describe('The changed fields before the edit.'),
    to: state.describe('The changed fields after the edit.'),
  })
  .meta({ id: 'Edit', description: 'An entry of the history of a code.' });

export const editList = pageOf(edit).meta({ id: 'EditList' });

/** An edit in JSON. */
export function toEditResource(past: PastEdit): z.output<typeof edit> {
  const from = toState(past.from);
  const to = toState(past.to);
  const fields = Object.keys(to) as (keyof typeof to)[];
  const changed = fields.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
  const pick = (of: typeof to) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  const isNewPassword = past.from.control.password?.salt !== past.to.control.password?.salt;
  return {
    edited_at: new Date(past.editedAtMs).toISOString(),
    editor: {
      type: typeOfActor(past.editorId),
      id: past.editorId,
      name: past.editor?.name ?? null,
    },
    edits: past.edits,
    changed: [...changed, ...(isNewPassword ? ['password'] : [])],
    from: pick(from),
    to: pick(to),
  };
}

/** An edit that left the target alone has none. */
function toState({ target, title, control }: PastEdit['from']) {
  return { ...(target === null ? {} : { target }), title, ...toControlSettings(control) };
}

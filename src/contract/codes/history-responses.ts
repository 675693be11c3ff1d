import * as z from 'zod';
import { actor } from '../audit-responses.ts';
import { pageOf } from '../lists.ts';
import { controlSettings } from './control.ts';
import { shownTexts } from './own-texts.ts';
import { count, filing, timestamp } from './responses.ts';

/** The response of `/v1/qr/{id}/history`. */

const state = z
  .object({ target: z.string(), title: shownTexts.title, ...filing, ...controlSettings })
  .partial();

export const edit = z
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

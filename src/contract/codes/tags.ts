import * as z from 'zod';
import { parseTagCursor } from '#core/codes/tags.ts';
import { tagName } from './filing.ts';
import { cursorOf, limitOf } from '../lists.ts';

/** The requests of `/v1/tags`. */

export const tagQuery = z.strictObject({ limit: limitOf('tags'), cursor: cursorOf(parseTagCursor) });

export const tagBody = z
  .strictObject({ name: tagName.describe('The new name. If another tag has this name, the two are merged.') })
  .meta({ id: 'RenameTag' });

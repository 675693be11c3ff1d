import * as z from 'zod';
import { parseTagCursor } from '#core/codes/tags.ts';
import { tagName } from './filing.ts';
import { cursorOf, limitOf } from '../lists.ts';

/** The requests of `/v1/tags`. */

export const tagQuery = z.strictObject({ limit: limitOf('tags'), cursor: cursorOf(parseTagCursor) });

export const tagBody = z
  .strictObject({ name: tagName.describe('Its new name. Where another tag has it, the two become one.') })
  .meta({ id: 'RenameTag' });

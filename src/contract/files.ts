import { say } from '#languages/say.ts';
import * as z from 'zod';
import { FILE_TYPES } from '#core/files/file-type.ts';
import { LONGEST_FILE_NAME } from '#core/files/file-name.ts';
import { open } from './open.ts';

/** The requests and responses of `/v1/files`. */

export const file = z
  .object({
    id: z.string().describe('`file_` and 16 hexadecimal digits: the `target` of a code of type `file`.'),
    name: z
      .string()
      .describe(
        `The name under which people get it: that which you sent, without characters that deceive, of at most ${LONGEST_FILE_NAME} characters, with the ending of its type.`,
      ),
    content_type: open(z.enum(FILE_TYPES)).describe('What its first bytes say that it is.'),
    bytes: z.int(),
    url: z.string().meta({ format: 'uri' }).describe('Its address, which codes of type `file` lead to.'),
    in_use: z.boolean().describe('Whether a code opens it. If so, it cannot be deleted.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StoredFile' });

/** Why this installation takes no files. Whatever needs a bucket says the same. */
export function sayNoBucket(): string {
  return say(
    'This service takes no files: it needs R2, Cloudflare’s storage for files, which its operator has not set up.',
  );
}

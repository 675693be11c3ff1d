import * as z from 'zod';
import { CODE_STATUSES } from '#core/control/status.ts';
import { LEFT_OUT, LOSSES } from '#core/redirects/static-redirect.ts';
import { exportQuery } from './codes/requests.ts';
import { count, id } from './codes/responses.ts';
import { open } from './open.ts';

/** The requests and responses of /v1/exports. */

/** An export contains everything that leads on, including archived codes, unless the caller says otherwise. */
export const wholeAccountQuery = exportQuery.extend({
  archived: exportQuery.shape.archived
    .unwrap()
    .default('any')
    .describe('`any`, all codes; `true` only archived codes, `false` only the others.'),
});

export const redirectTable = z
  .object({
    base: z.string().describe('What stands before the paths.'),
    redirects: z.array(
      z.object({
        id,
        external_id: z.string().nullable(),
        paths: z.array(z.string()).describe('Its short code, where it has one, and its id; in either case.'),
        target: z.string().nullable().describe('The `Location` of a scan now. Null where it is left out.'),
        status_code: z.int().nullable(),
        status: open(z.enum(CODE_STATUSES)),
        left_out: open(z.enum(LEFT_OUT)).nullable().describe('Why no static form holds it.'),
        lost: z.array(open(z.enum(LOSSES))).describe('What no static form can do of it.'),
      }),
    ),
    codes: count.describe('How many there are: a file without it broke off.'),
  })
  .meta({ id: 'RedirectTable' });

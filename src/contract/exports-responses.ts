import * as z from 'zod';
import { CODE_STATUSES } from '#core/control/status.ts';
import { LEFT_OUT, LOSSES } from '#core/redirects/static-redirect.ts';
import { count, id } from './codes/responses.ts';
import { open } from './open.ts';

/** The responses of /v1/exports. */

export const redirectTable = z
  .object({
    base: z.string().describe('The address in front of each path.'),
    redirects: z.array(
      z.object({
        id,
        external_id: z.string().nullable(),
        paths: z
          .array(z.string())
          .describe('Its short code, if it has one, and its id. Upper and lower case are the same.'),
        target: z.string().nullable().describe('Where a scan leads now. Null if the code is left out.'),
        status_code: z.int().nullable(),
        status: open(z.enum(CODE_STATUSES)),
        left_out: open(z.enum(LEFT_OUT)).nullable().describe('Why no file for another server contains it.'),
        lost: z.array(open(z.enum(LOSSES))).describe('Settings that no other server can carry out.'),
      }),
    ),
    codes: count.describe('The number of codes. If it is missing, the file broke off.'),
  })
  .meta({ id: 'RedirectTable' });

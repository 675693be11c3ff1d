import * as z from 'zod';
import { exportQuery } from './codes/requests.ts';
import { integerText } from './lists.ts';

/** The requests of /v1/exports. */

/** An export contains everything that leads on, including archived codes, unless the caller says otherwise. */
export const wholeAccountQuery = exportQuery.extend({
  archived: exportQuery.shape.archived
    .unwrap()
    .default('any')
    .describe('`any`: all codes; `true`: only archived codes; `false`: only codes that are not archived.'),
});

export const everythingQuery = z.strictObject({
  part: integerText.pipe(z.int().min(1)).prefault('1').meta({
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    description: 'A large account has several parts. `manifest.json` in each of them says how many.',
  }),
});

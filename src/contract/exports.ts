import { exportQuery } from './codes/requests.ts';

/** The requests of /v1/exports. */

/** An export contains everything that leads on, including archived codes, unless the caller says otherwise. */
export const wholeAccountQuery = exportQuery.extend({
  archived: exportQuery.shape.archived
    .unwrap()
    .default('any')
    .describe('`any`: all codes; `true`: only archived codes; `false`: only codes that are not archived.'),
});

import * as z from 'zod';
import { MAX_NAMES } from '#core/links/added-name.ts';
import { LONGEST_OWN_PATH } from '#core/links/own-path.ts';
import { domainHost, linkPath } from './requests.ts';
import { shownName } from './responses.ts';

/** `/v1/qr/{id}/names` */

const host = domainHost
  .nullish()
  .describe('One of your active domains; without it, the host of the service.');
const path = linkPath
  .meta({ minLength: 1, maxLength: LONGEST_OWN_PATH })
  .describe('The end of the short link, as in `short_code`.');

export const newNameBody = z.strictObject({ host, path }).meta({ id: 'CreateName' });

/** Without the text `null`: a host is left out. */
export const nameQuery = z.strictObject({
  host: domainHost.optional().describe('Without it, the host of the service.'),
  path,
});

export const nameList = z
  .object({ data: z.array(shownName).max(MAX_NAMES).describe('The printed one first.') })
  .meta({ id: 'NameList' });

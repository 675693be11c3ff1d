import { say } from '#languages/say.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { readAllQrCodes } from '#service/codes/read.ts';
import { streamExport } from '#service/exports/codes.ts';
import { respondWithFile } from '../../frame/attachment.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { PageError } from '../../frame/page-error.ts';
import { readCodeListQuery, saySearchTooShort, toListPath } from './list-query.ts';

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** `GET /codes/export.csv` and `.ndjson`: all codes that match the filters of the list, as the API exports them. */
export function exportCodes(ending: keyof typeof TYPES) {
  return async (c: DashboardContext): Promise<Response> => {
    const { form, filter, parameters } = readCodeListQuery(c.req.url);
    const [deps, person] = [c.get('deps'), c.get('person')];
    const refused = (message: string) =>
      new PageError(400, say('Nothing to download'), message, {
        href: toListPath(parameters),
        label: say('Back to the codes'),
      });
    const problem = form.error('q');
    if (problem !== undefined) throw refused(problem);
    const codes = await readAllQrCodes(deps, person.account.id, filter);
    if (!codes.ok) throw refused(saySearchTooShort());
    await recordActivity(deps, person, { action: 'codes.exported', note: ending });
    const body = streamExport(codes.value, TYPES[ending], c.env);
    return respondWithFile(c, body, `${TYPES[ending]}; charset=utf-8`, `qr-codes.${ending}`);
  };
}

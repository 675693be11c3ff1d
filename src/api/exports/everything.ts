import { everythingQuery } from '#contract/exports.ts';
import { invalidFields } from '#contract/problems/api-error.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportEverything as openPart } from '#service/exports/everything.ts';
import { operation } from '../operation.ts';
import { Reply, toFile } from '../reply.ts';

export const exportEverything = operation({
  method: 'get',
  path: '/v1/exports/everything.zip',
  summary: 'Export everything',
  description:
    'The whole account as a ZIP archive: the codes with all of their names, redirects of each host for other servers, the uploaded files and images, templates, scans by day and the history. `README.txt` in it says how to serve it. `manifest.json`, its last file, says how many parts there are, and in `lost` what no file can take along. A large account has several parts: a `Link` header leads to the next one. It counts against the plan as one request for each 300 ms that it is estimated to take.',
  query: everythingQuery,
  response: { files: ['application/zip'] },
  responseHeaders: ['Link'],
  async handle({ deps, actor, plan, url, query: { part } }) {
    const opened = await openPart(deps, actor.account, part, plan.allowance());
    if (!opened.ok) throw noSuchPart(opened.error.parts);
    await recordActivity(deps, actor, { action: 'codes.exported', note: 'everything.zip' });
    const { parts, name } = opened.value;
    const { body, headers } = toFile(opened.value.body, 'application/zip', name);
    const next = part < parts ? { Link: `<${url.origin}${url.pathname}?part=${part + 1}>; rel="next"` } : {};
    return new Reply<never>(body, { ...headers, ...next });
  },
});

function noSuchPart(parts: number) {
  const message = `"part" must be at most ${parts}: the export has ${parts === 1 ? 'one part' : `${parts} parts`}.`;
  return invalidFields([{ field: 'part', code: 'too_big', message }]);
}

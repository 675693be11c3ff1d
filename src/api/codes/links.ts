import { linksBody, toLinkRequests } from '#contract/gs1/links.ts';
import { toUpsertError } from '#contract/codes/refusals.ts';
import { qrCodeDetails } from '#contract/codes/responses.ts';
import { toResource } from '#contract/resources.ts';
import { withScans } from '#service/codes/read.ts';
import { writeCode } from '#service/codes/write/write.ts';
import { DETAILS } from '../examples.ts';
import { operation } from '../operation.ts';
import { reply } from '../reply.ts';
import { formatEntityTag, parseIfMatch } from './entity-tag.ts';
import { readCodeId } from './read-code-id.ts';

/** `/v1/qr/{id}/links`: where a GS1 code leads. */

const GS1_LINKS = {
  links: [
    { type: 'gs1:pip', href: 'https://brand.example/olive-oil/facts', languages: ['en'] },
    { type: 'gs1:recallStatus', href: 'https://brand.example/recalls', title: 'Recalls' },
  ],
};

const GS1_DETAILS = {
  ...DETAILS,
  type: 'gs1',
  target: 'https://brand.example/olive-oil',
  short_url: 'https://id.example.com/01/09506000134352/10/LOT7?17=271231',
  domain: 'id.example.com',
  gs1: { '01': '09506000134352', '10': 'LOT7', '17': '271231' },
  links: [
    {
      type: 'gs1:pip',
      href: 'https://brand.example/olive-oil/facts',
      title: 'Product Information Page',
      languages: ['en'],
      media_type: null,
      contexts: [],
      forward_query: true,
    },
  ],
};

export const replaceLinks = operation({
  method: 'put',
  path: '/v1/qr/{id}/links',
  summary: 'Replace the links of a GS1 code',
  description:
    'Where a GS1 code leads by link type, for all that ask its GS1 Digital Link URI for one: all links at once. `PATCH` with `links` does the same; its target, the default link, stays. Scans follow within 30 seconds.',
  requestHeaders: ['If-Match'],
  find: readCodeId,
  body: linksBody,
  bodyExample: GS1_LINKS,
  response: qrCodeDetails,
  responseHeaders: ['ETag'],
  example: GS1_DETAILS,
  errors: ['unsafe_target', 'quota_exceeded', 'code_not_dynamic', 'precondition_failed'],
  async handle({ deps, actor, hosts, found: codeId, body, ifMatch }) {
    const expected = parseIfMatch(ifMatch);
    const request = { control: { links: toLinkRequests(body.links) } };
    const written = await writeCode(deps, actor, { kind: 'edit', codeId, request, expected });
    if (!written.ok) throw toUpsertError(written.error);
    const code = await withScans(deps, written.value.code);
    return reply(toResource(code, hosts), { ETag: formatEntityTag(code) });
  },
});

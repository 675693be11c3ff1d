import { addUtm } from '#core/control/utm.ts';
import { forwardQuery } from '#core/control/forward-query.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { toLinkset } from '#core/gs1/linkset.ts';
import { toPageBrand } from '../page-brand.ts';
import { languageOf, renderFrame } from '../page-frame.ts';
import { withoutBodyForHead } from '../responses.ts';
import type { Visit } from '../visit.ts';
import { describe, type Led } from './levels.ts';
import { LINKSET_HEADERS, rootOf, sendJson } from './respond.ts';
import { GS1_TEXTS } from './texts.ts';
import { asksForPage } from './wish.ts';

/** 300: the links that suit the visitor alike, as a page for a person and a linkset for a program. */
export function showChoice({ level, links }: Led, { request, env }: Visit): Response {
  const { path, target } = level;
  const description = describe(level);
  if (!asksForPage(request)) {
    const list = toLinkset(rootOf(request), [{ path: `/${path}`, description, target: null, links }]);
    return sendJson(request, list, 300, LINKSET_HEADERS);
  }
  const utm = target.kind === 'ruled' ? target.control.utm : undefined;
  const [, query = ''] = request.url.split(/\?(.*)/s);
  const rows = links.map(({ href, title, forwardsQuery }) => {
    const location = forwardQuery(addUtm(href, utm), forwardsQuery ? query : '');
    return `<a class="action" href="${escapeHtml(location)}" rel="nofollow">${escapeHtml(title)}</a>`;
  });
  const language = languageOf(request);
  const [heading, explanation] = GS1_TEXTS.choice[language];
  const page = renderFrame(request, language, {
    status: 300,
    sign: 'leads',
    kind: description,
    heading,
    body: `<p>${escapeHtml(explanation)}</p>\n${rows.join('\n')}`,
    brand: toPageBrand(target.brand, env),
    isOfCode: true,
  });
  return withoutBodyForHead(request, page);
}

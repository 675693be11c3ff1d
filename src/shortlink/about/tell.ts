import { parseCodeId } from '#core/codes/code-id.ts';
import type { LinkAddress } from '#core/links/link-address.ts';
import type { LinkDomain } from '#storage/domains/link-domains.ts';
import type { NamedCode } from '#storage/links/named-links.ts';
import { ofDomain, showTarget } from '../codes.ts';
import { refuseMethod, showPage, withoutBodyForHead } from '../responses.ts';
import type { Found } from '../targets/resolver.ts';
import { openStores, type Visit } from '../visit.ts';
import { showWhereItLeads } from './show.ts';

/** Responds to the question where a short link leads. */
export async function tell(address: LinkAddress, visit: Visit): Promise<Response> {
  const { resolvers } = visit;
  const codeId = parseCodeId(address.path);
  const named = codeId ? { codeId } : await resolvers.names.find(address, () => openStores(visit));
  return tellOn(null, address, named, visit);
}

/** The same of what a name on a domain names. */
export async function tellOn(
  domain: LinkDomain | null,
  address: LinkAddress,
  named: Found<Pick<NamedCode, 'codeId'>>,
  visit: Visit,
): Promise<Response> {
  const { request, env, resolvers } = visit;
  if (request.method === 'POST') return refuseMethod();
  if (typeof named === 'string') return showPage(request, named === 'unknown' ? 'not_found' : 'unavailable');
  const { codeId } = named;
  const found = await resolvers.targets.find(codeId, () => openStores(visit));
  const target = ofDomain(domain, found);
  if (
    typeof target === 'string' ||
    (target.kind !== 'redirect' && target.kind !== 'ruled' && target.kind !== 'shown')
  )
    return showTarget({ ...visit, codeId, domain: null, name: codeId }, target, visit.nowMs());
  const question = { request, env, address, nowMs: visit.nowMs() };
  return withoutBodyForHead(request, await showWhereItLeads(question, codeId, target));
}

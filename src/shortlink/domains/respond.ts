import { type AddressKey, type LinkAddress, type LinkHost, toAddressKey } from '#core/links/link-address.ts';
import { readLinkPath, readQuestion, withoutFullStop } from '#core/links/read-path.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import type { LinkDomain } from '#storage/domains/link-domains.ts';
import type { NamedCode } from '#storage/links/named-links.ts';
import { tellOn } from '../about/tell.ts';
import { follow } from '../codes.ts';
import { serveFixedPath } from '../fixed-paths.ts';
import { withoutHsts } from '../hsts.ts';
import { showPage } from '../responses.ts';
import type { Found } from '../targets/resolver.ts';
import { openStores, type Visit } from '../visit.ts';
import { isOfOperator } from './own-host.ts';
import { servePageOf } from './pages.ts';

/**
 * Responds on the host of an account.
 *
 * @param asOperator responds on another host that the operator routes here
 */
export async function respondOn(
  host: LinkHost,
  path: string,
  visit: Visit,
  asOperator: () => Response | Promise<Response>,
): Promise<Response> {
  const { request, env, resolvers } = visit;
  const name = readLinkPath(path, host);
  const asked = name ? null : readQuestion(path, host);
  const address = { host, path: asked ?? name ?? ('' as ShortCode) };
  // A query for a name brings the domain as well.
  const named = await findOwnName(address, visit);
  const domain = await resolvers.domains.find(host, () => openStores(visit));
  const isRouted = isOfOperator(host, env.SHORT_HOSTS);
  if (domain === 'unknown' && isRouted) return asOperator();
  if (domain === 'unknown') return withoutHsts(showPage(request, 'not_found'));
  if (domain === 'unavailable') return withoutHsts(showPage(request, 'unavailable'));
  const response = asked
    ? await tellOn(domain, address, named.found, visit)
    : await leadOn(domain, path, named, visit);
  return isRouted ? response : withoutHsts(response);
}

/** What a path on the host of an account names. */
interface OwnName {
  readonly found: Found<NamedCode>;
  readonly name: AddressKey;
}

/** The code with a name on the host of an account; also that of a name in front of a full stop. */
async function findOwnName(address: LinkAddress, visit: Visit): Promise<OwnName> {
  const { resolvers } = visit;
  const name = toAddressKey(address);
  if (address.path === '') return { found: 'unknown', name };
  const open = () => openStores(visit);
  const found = await resolvers.names.find(address, open);
  const path = found === 'unknown' ? withoutFullStop(address.path) : null;
  if (!path) return { found, name };
  const mended = { ...address, path };
  return { found: await resolvers.names.find(mended, open), name: toAddressKey(mended) };
}

function leadOn(domain: LinkDomain, path: string, { found, name }: OwnName, visit: Visit) {
  if (typeof found !== 'string') return follow({ ...visit, codeId: found.codeId, domain, name });
  if (found === 'unavailable') return showPage(visit.request, 'unavailable');
  return serveFixedPath(path, domain, visit) ?? servePageOf(domain, path, visit);
}

import { beginsWithKey } from '#core/gs1/printed-name.ts';
import { type AddressKey, type LinkAddress, type LinkHost, toAddressKey } from '#core/links/link-address.ts';
import { readLinkPath, readQuestion, withoutFullStop } from '#core/links/read-path.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import type { LinkDomain } from '#storage/domains/link-domains.ts';
import type { Gs1Names } from '#storage/links/gs1-links.ts';
import type { NamedCode } from '#storage/links/named-links.ts';
import { tellOn } from '../about/tell.ts';
import { follow } from '../codes.ts';
import { mayBeItem, readItem } from '../gs1/item.ts';
import { findLevels, type Levels } from '../gs1/levels.ts';
import { resolveItem } from '../gs1/resolve.ts';
import { serveResolverPath } from '../gs1/resolver.ts';
import { refuseItem } from '../gs1/respond.ts';
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
  const item = mayBeItem(path) ? readItem(path, request.url) : null;
  const names = item?.ok ? { host, paths: item.value } : null;
  const levels = names && beginsWithKey(path) ? await findLevels(names, visit) : null;
  const name = levels ? null : readLinkPath(path, host);
  const asked = name || levels ? null : readQuestion(path, host);
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
    : await leadOn({ host, domain }, path, { ...named, item, names, levels }, visit);
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

/** What a path may be besides a name. */
interface OwnItem {
  /** Null for a path that is no Digital Link. */
  readonly item: ReturnType<typeof readItem> | null;
  readonly names: Gs1Names | null;
  /** Null if they have not been looked up: a name that is no item comes first. */
  readonly levels: Levels | null;
}

async function leadOn(
  place: { readonly host: LinkHost; readonly domain: LinkDomain },
  path: string,
  { found, name, item, names, levels }: OwnName & OwnItem,
  visit: Visit,
): Promise<Response> {
  const { domain } = place;
  // What is wrong in its query makes an item no plain name.
  if (item?.ok === false && beginsWithKey(path) && (found === 'unknown' || readItem(path, '').ok))
    return refuseItem(visit.request, item.error);
  if (levels) return resolveItem(levels, place, visit);
  if (typeof found !== 'string') return follow({ ...visit, codeId: found.codeId, domain, name });
  if (found === 'unavailable') return showPage(visit.request, 'unavailable');
  // Behind a path of the account's choice.
  if (names) return resolveItem(await findLevels(names, visit), place, visit);
  return serveResolverPath(path, place.host, visit) ?? servePageOf(domain, path, visit);
}

import { chooseDefaultLinks, chooseLinks } from '#core/gs1/choose-link.ts';
import { parseLinkType } from '#core/gs1/link-types.ts';
import { toLinkset } from '#core/gs1/linkset.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import { statusOf } from '#core/control/status.ts';
import { type LinkHost, toAddressKey } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import type { LinkDomain } from '#storage/domains/link-domains.ts';
import { leadTo } from '../codes.ts';
import { showNothing } from '../domains/pages.ts';
import { refuseMethod, SAFE_LOCATION, showPage } from '../responses.ts';
import type { Visit } from '../visit.ts';
import { describe, type Led, type Level, type Levels, linksOf } from './levels.ts';
import { linkToLinkset, LINKSET_HEADERS, refuse, rootOf, sendJson, toResolved } from './respond.ts';
import { showChoice } from './show-choice.ts';
import { asksForPage, type ItemWish, readWish } from './wish.ts';

/** Where items are resolved: on the operator's host for them, or on one of an account. */
export interface Place {
  readonly host: LinkHost;
  readonly domain: LinkDomain | null;
}

/** Responds to a scan of an item: by the default link of its most specific level, by a link of a type, or with its linkset. */
export async function resolveItem({ found, areAll }: Levels, place: Place, visit: Visit): Promise<Response> {
  const { request, env } = visit;
  const { domain } = place;
  const levels = listLiving(found, domain);
  const [first] = levels;
  if (!areAll && levels.every(({ target }) => target.kind === 'gone'))
    return showPage(request, 'unavailable');
  if (!first && domain && asksForPage(request)) return showNothing(request, domain, env);
  if (!first) return refuse(request, 'item_not_found', 404, 'No code has this item.');
  const wish = readWish(request);
  if (wish.isForLinkset && levels.some(({ target }) => !CLOSED.has(target.kind)))
    return showLinkset(levels, visit);
  const led = choose(levels, first, wish);
  if (!led && !areAll) return showPage(request, 'unavailable');
  const none = 'There is no link of this type. `linkType=linkset` lists all links.';
  const response = await (led ? lead(led, place, visit) : refuse(request, 'link_type_not_found', 404, none));
  // No other site may read whether a password is right.
  if (request.method === 'POST') return response;
  return toResolved(response, first.codeId, linkToLinkset(request, first.path));
}

/** A typed link passes all control of its code, except what chooses among default links. */
function lead(led: Led, { host, domain }: Place, visit: Visit): Response | Promise<Response> {
  const { path, codeId, target } = led.level;
  const links = led.links.filter(isSafe);
  const [link = led.links[0]] = links;
  const name = toAddressKey({ host, path: path as ShortCode });
  const scan = { ...visit, codeId, domain, name, linkType: `gs1:${link?.type ?? 'defaultLink'}` };
  if (!link || target.kind !== 'ruled') return leadTo(target, scan);
  const control = { ...target.control, rules: [], variants: [], forwardsQuery: link.forwardsQuery };
  const typed = { ...target, location: link.href, shown: null, control };
  if (links.length < 2) return leadTo(typed, scan);
  return leadTo(typed, { ...scan, showChoice: () => showChoice({ ...led, links }, visit) });
}

/**
 * Those of the account whose host it is. A deleted one is as if it had never been, as long as the item has another one: a product stays when
 * one of its batches goes.
 */
function listLiving(levels: readonly Level[], domain: LinkDomain | null): readonly Level[] {
  const own = domain ? levels.filter(({ target }) => target.accountId === domain.accountId) : levels;
  const living = own.filter(({ target }) => target.kind !== 'gone');
  return living.length > 0 ? living : own.slice(0, 1);
}

/**
 * The most specific level that has the type. One that is disabled or deleted answers with its own page, because nobody sees its links. Null if
 * there is none.
 */
function choose(levels: readonly Level[], first: Level, wish: ItemWish): Led | null {
  if (wish.linkType === null) return { level: first, links: chooseDefaultLinks(linksOf(first), wish) };
  const type = parseLinkType(wish.linkType);
  const level = type && levels.find((one) => linksOf(one, type).length > 0 || CLOSED.has(one.target.kind));
  const links = level ? chooseLinks(linksOf(level, type), wish) : [];
  // All may be for other contexts.
  return level && (links.length > 0 || CLOSED.has(level.target.kind)) ? { level, links } : null;
}

const CLOSED: ReadonlySet<Level['target']['kind']> = new Set(['disabled', 'unreadable', 'gone']);

/** Lists the links of all levels, except those that no visitor may follow now. */
function showLinkset(levels: readonly Level[], { request, nowMs }: Visit): Response {
  if (request.method === 'POST') return refuseMethod();
  const atMs = nowMs();
  const listed = levels.map((level) => {
    const target = defaultLinkOf(level, atMs);
    const links = linksOf(level).filter(isSafe);
    return target && { path: `/${level.path}`, description: describe(level), target, links };
  });
  if (listed.every((level) => level === null))
    return refuse(request, 'item_closed', 403, 'The owner of the item does not show its links now.');
  return sendJson(request, toLinkset(rootOf(request), listed), 200, LINKSET_HEADERS);
}

/** Where a level leads everybody now; null for what a linkset cannot hold, and for what takes scans from a limit. */
function defaultLinkOf({ target }: Level, nowMs: number): Pick<TypedLink, 'href' | 'forwardsQuery'> | null {
  if (target.kind !== 'redirect' && target.kind !== 'ruled') return null;
  const control = target.kind === 'ruled' ? target.control : null;
  const isClosed = target.kind === 'ruled' && statusOf({ ...target, isDisabled: false }, nowMs) !== 'active';
  if (isClosed || control?.password || control?.maxScans) return null;
  const link = { href: target.location, forwardsQuery: control?.forwardsQuery ?? false };
  return isSafe(link) && /^http/i.test(link.href) ? link : null;
}

/** Whether a redirect may have the address. */
const isSafe = ({ href }: Pick<TypedLink, 'href'>) => SAFE_LOCATION.test(href);

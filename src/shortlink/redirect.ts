import { parseCodeId } from '#core/codes/code-id.ts';
import { type LinkAddress, type LinkHost, toAddressKey } from '#core/links/link-address.ts';
import { readLinkPath, readQuestion } from '#core/links/read-path.ts';
import type { NamedCode } from '#storage/links/named-links.ts';
import { tell } from './about/tell.ts';
import { follow } from './codes.ts';
import { ownHostOf, readOrigin } from './domains/own-host.ts';
import { respondOn } from './domains/respond.ts';
import { servePath } from './fixed-paths.ts';
import { mayBeItem } from './gs1/item.ts';
import { preflight, respondOnResolver } from './gs1/resolver.ts';
import { pathOf, startOfPath } from './path-of.ts';
import { redirectToHttps, refuseMethod, showPage } from './responses.ts';
import type { Found } from './targets/resolver.ts';
import { createResolvers, openStores, type Visit } from './visit.ts';

/**
 * `GET|HEAD /<code_id>` or `/<short_code>`, in either case, and any path on the host of an account: redirects, and records the scan. `POST`
 * carries the password of a protected code. `nowMs` is the clock.
 */
export function createRedirect({ nowMs }: { nowMs: () => number }) {
  const shared = createResolvers(nowMs);
  // Without a cache, as in local development, each scan queries the database, so that an edit shows at once.
  const resolversOf = (env: ShortlinkEnv) => (env.LINK_CACHE === 'off' ? createResolvers(nowMs) : shared);

  return function redirect(
    request: Request,
    env: ShortlinkEnv,
    ctx: ExecutionContext,
  ): Response | Promise<Response> {
    const { url } = request;
    const origin = readOrigin(url.slice(0, startOfPath(url)));
    if (!url.startsWith('https:') && !origin.isLocal) return redirectToHttps(new URL(url));
    const path = pathOf(url);
    const isResolver = origin.host === env.GS1_HOST;
    const host = ownHostOf(origin, env.SHORT_HOSTS);
    const isResolved = isResolver || (host !== null && mayBeItem(path));
    if (isResolved && request.method === 'OPTIONS') return preflight(path, request);
    if (!isMethodKnown(request.method)) return refuseMethod();
    const visit = { request, env, ctx, nowMs, resolvers: resolversOf(env) };
    if (isResolver) return respondOnResolver(origin.host as LinkHost, path, visit);
    return host === null ? respond(path, visit) : respondOn(host, path, visit, () => respond(path, visit));
  };
}

/** Responds on the operator's host. */
function respond(path: string, visit: Visit): Response | Promise<Response> {
  const codeId = parseCodeId(path);
  if (codeId) return follow({ ...visit, codeId, domain: null, name: codeId });
  // A text that can be no name, however it was pasted, is never looked up.
  const name = readLinkPath(path);
  if (name) return followName({ host: null, path: name }, visit);
  const asked = readQuestion(path);
  if (asked) return tell({ host: null, path: asked }, visit);
  return servePath(path, visit);
}

function followName(address: LinkAddress, visit: Visit): Response | Promise<Response> {
  const { request, resolvers } = visit;
  const codeId = parseCodeId(address.path);
  if (codeId) return follow({ ...visit, codeId, domain: null, name: codeId });
  const lead = (named: Found<NamedCode>) => {
    if (typeof named !== 'string')
      return follow({ ...visit, codeId: named.codeId, domain: null, name: toAddressKey(address) });
    if (request.method === 'POST') return refuseMethod();
    return showPage(request, named === 'unknown' ? 'not_found' : 'unavailable');
  };
  const named = resolvers.names.find(address, () => openStores(visit));
  return named instanceof Promise ? named.then(lead) : lead(named);
}

function isMethodKnown(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'POST';
}

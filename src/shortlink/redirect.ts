import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { readFilePath } from '#core/files/stored-file.ts';
import { LINK_ROBOTS } from '#core/http/link-robots.ts';
import { formatSecurityTxt } from '#core/http/security-txt.ts';
import { type AddressKey, type LinkAddress, type LinkHost, toAddressKey } from '#core/links/link-address.ts';
import { readLinkPath, readQuestion, withoutFullStop } from '#core/links/read-path.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import type { LinkDomain } from '#storage/domains/link-domains.ts';
import type { NamedCode } from '#storage/links/named-links.ts';
import { showWhereItLeads } from './about/show.ts';
import { followControl } from './control/follow.ts';
import { asksForFile, showContent } from './content/show.ts';
import { HSTS, withoutHsts } from './hsts.ts';
import { isOfOperator, ownHostOf, readOrigin } from './domains/own-host.ts';
import { leadToUrl, servePageOf, showNothing } from './domains/pages.ts';
import { showFile } from './files/show.ts';
import { toPageBrand } from './page-brand.ts';
import { pathOf, startOfPath } from './path-of.ts';
import { handleReport } from './reports/handle.ts';
import { redirectTo, redirectToHttps, refuseMethod, showPage, withoutBodyForHead } from './responses.ts';
import { toPlainScan } from './scans/describe.ts';
import { recordScan } from './scans/record.ts';
import { Visitor } from './scans/visitor.ts';
import { Bookmarks } from './targets/bookmarks.ts';
import { type ColoCache, openColoCache } from './targets/cache.ts';
import { DatabaseHealth } from './targets/database-health.ts';
import { DomainResolver } from './targets/domains.ts';
import { NameResolver } from './targets/names.ts';
import { Regions } from './targets/regions.ts';
import { reportOutcome } from './targets/report-outcome.ts';
import type { Found } from './targets/resolver.ts';
import type { Stores } from './targets/stores.ts';
import { type Target, TargetResolver } from './targets/targets.ts';
import { UnknownNames } from './targets/unknown-names.ts';

/** A request and everything needed to respond to it. */
interface Visit {
  readonly request: Request;
  readonly env: ShortlinkEnv;
  readonly ctx: ExecutionContext;
  readonly nowMs: () => number;
  readonly resolvers: Resolvers;
}

/** A scan of a code, on a domain unless that is null. */
interface CodeVisit extends Visit {
  readonly codeId: CodeId;
  readonly domain: LinkDomain | null;
  /** The name by which it is scanned, for the scan log. */
  readonly name: AddressKey | CodeId;
}

/** The resolvers of short links. */
interface Resolvers {
  readonly targets: TargetResolver;
  readonly domains: DomainResolver;
  readonly names: NameResolver;
  /** The copies of the database that answered their queries. */
  readonly regions: Regions;
}

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
    if (!isMethodKnown(request.method)) return refuseMethod();
    const path = pathOf(url);
    const visit = { request, env, ctx, nowMs, resolvers: resolversOf(env) };
    const host = ownHostOf(origin, env.SHORT_HOSTS);
    return host === null ? respond(path, visit) : respondOn(host, path, visit);
  };
}

function createResolvers(nowMs: () => number): Resolvers {
  const regions = new Regions();
  const shared = {
    nowMs,
    health: new DatabaseHealth(nowMs),
    bookmarks: new Bookmarks(nowMs),
    regions,
    unknown: new UnknownNames(nowMs),
  };
  const targets = new TargetResolver(shared);
  const domains = new DomainResolver(shared);
  return { targets, domains, names: new NameResolver(shared, { targets, domains }), regions };
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

/** Responds on the host of an account; on another one that the operator routes here, as on the operator's. */
async function respondOn(host: LinkHost, path: string, visit: Visit): Promise<Response> {
  const { request, env, resolvers } = visit;
  const name = readLinkPath(path, host);
  const asked = name ? null : readQuestion(path, host);
  const address = { host, path: asked ?? name ?? ('' as ShortCode) };
  const open = () => openStores(request.url, env, visit.ctx);
  // A query for a name brings the domain as well.
  const named = await findOwnName(address, visit);
  const domain = await resolvers.domains.find(host, open);
  const isRouted = isOfOperator(host, env.SHORT_HOSTS);
  if (domain === 'unknown' && isRouted) return respond(path, visit);
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
async function findOwnName(address: LinkAddress, { request, env, ctx, resolvers }: Visit): Promise<OwnName> {
  const name = toAddressKey(address);
  if (address.path === '') return { found: 'unknown', name };
  const open = () => openStores(request.url, env, ctx);
  const found = await resolvers.names.find(address, open);
  const path = found === 'unknown' ? withoutFullStop(address.path) : null;
  if (!path) return { found, name };
  const mended = { ...address, path };
  return { found: await resolvers.names.find(mended, open), name: toAddressKey(mended) };
}

function leadOn(
  domain: LinkDomain,
  path: string,
  { found, name }: OwnName,
  visit: Visit,
): Response | Promise<Response> {
  if (typeof found !== 'string') return follow({ ...visit, codeId: found.codeId, domain, name });
  if (found === 'unavailable') return showPage(visit.request, 'unavailable');
  return serveFixedPath(path, domain, visit) ?? servePageOf(domain, path, visit);
}

function follow(visit: CodeVisit): Response | Promise<Response> {
  const { request, env, ctx, codeId, resolvers } = visit;
  const target = resolvers.targets.find(codeId, () => openStores(request.url, env, ctx));
  return target instanceof Promise ? target.then((found) => leadTo(found, visit)) : leadTo(target, visit);
}

function followName(address: LinkAddress, visit: Visit): Response | Promise<Response> {
  const { request, env, ctx, resolvers } = visit;
  const codeId = parseCodeId(address.path);
  if (codeId) return follow({ ...visit, codeId, domain: null, name: codeId });
  const lead = (named: Found<NamedCode>) => {
    if (typeof named !== 'string')
      return follow({ ...visit, codeId: named.codeId, domain: null, name: toAddressKey(address) });
    if (request.method === 'POST') return refuseMethod();
    return showPage(request, named === 'unknown' ? 'not_found' : 'unavailable');
  };
  const named = resolvers.names.find(address, () => openStores(request.url, env, ctx));
  return named instanceof Promise ? named.then(lead) : lead(named);
}

/** Responds to the question where a short link leads. */
async function tell(address: LinkAddress, visit: Visit): Promise<Response> {
  const { request, env, ctx, resolvers } = visit;
  const codeId = parseCodeId(address.path);
  const named = codeId
    ? { codeId }
    : await resolvers.names.find(address, () => openStores(request.url, env, ctx));
  return tellOn(null, address, named, visit);
}

async function tellOn(
  domain: LinkDomain | null,
  address: LinkAddress,
  named: Found<Pick<NamedCode, 'codeId'>>,
  visit: Visit,
): Promise<Response> {
  const { request, env, ctx, resolvers } = visit;
  if (request.method === 'POST') return refuseMethod();
  if (typeof named === 'string') return showPage(request, named === 'unknown' ? 'not_found' : 'unavailable');
  const { codeId } = named;
  const found = await resolvers.targets.find(codeId, () => openStores(request.url, env, ctx));
  const target = ofDomain(domain, found);
  if (
    typeof target === 'string' ||
    (target.kind !== 'redirect' && target.kind !== 'ruled' && target.kind !== 'shown')
  )
    return showTarget({ ...visit, codeId, domain: null, name: codeId }, target, visit.nowMs());
  const question = { request, env, address, nowMs: visit.nowMs() };
  return withoutBodyForHead(request, await showWhereItLeads(question, codeId, target));
}

/** A code answers on the hosts of its own account, and on no other account's. */
function ofDomain(domain: LinkDomain | null, target: Target): Target {
  return domain !== null && typeof target !== 'string' && target.accountId !== domain.accountId
    ? 'unknown'
    : target;
}

function isMethodKnown(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'POST';
}

/** Responds to a scan of a code that leads to `target`, and records it. */
function leadTo(found: Target, visit: CodeVisit): Response | Promise<Response> {
  const { request, env, ctx, codeId, domain, name, resolvers } = visit;
  const nowMs = visit.nowMs();
  const target = ofDomain(domain, found);
  if (typeof target !== 'string' && target.kind === 'ruled') {
    const takeScan = () => resolvers.targets.takeScan(codeId, openStores(request.url, env, ctx));
    const expiredUrl = domain?.expiredUrl ?? null;
    return followControl({ codeId, link: target, name, request, env, ctx, nowMs, expiredUrl, takeScan });
  }
  if (request.method === 'POST') return refuseMethod();
  if (typeof target === 'string' || target.kind !== 'redirect') return showTarget(visit, target, nowMs);
  const redirection = redirectTo(target.location);
  if (!redirection) {
    reportOutcome(env.OUTCOMES, 'bad_location', { codeId });
    return showPage(request, 'unavailable');
  }
  if (target.isTracked) recordPlainScan(visit, target, nowMs);
  return redirection;
}

function recordPlainScan(
  { request, env, ctx, codeId, name }: CodeVisit,
  { accountId }: { readonly accountId: string },
  nowMs: number,
): void {
  const scan = toPlainScan(codeId, nowMs, accountId, name);
  recordScan(new Visitor(request, env.VISITOR_KEY_SECRET, codeId), env, ctx, scan);
}

function showTarget(
  visit: CodeVisit,
  target: Exclude<Target, { kind: 'redirect' | 'ruled' }>,
  nowMs: number,
): Response {
  const { request, env, codeId, domain } = visit;
  if (target === 'unknown') return showNothing(request, domain, env);
  if (target === 'unavailable') return showPage(request, 'unavailable');
  const brand = toPageBrand(target.brand, env);
  switch (target.kind) {
    case 'unreadable':
      reportOutcome(env.OUTCOMES, 'unreadable', { codeId });
      return showPage(request, 'unavailable');
    case 'gone':
      return leadToUrl(domain?.expiredUrl) ?? showPage(request, 'gone', { brand });
    case 'disabled':
      return showPage(request, target.disabledFor === 'legal' ? 'withheld' : 'disabled');
    case 'shown':
      if (target.isTracked && !asksForFile(request)) recordPlainScan(visit, target, nowMs);
      return withoutBodyForHead(request, showContent(request, codeId, target, { brand }));
  }
}

const NO_CACHE: ColoCache = { find: async () => null, put: async () => undefined };

function openStores(url: string, env: ShortlinkEnv, ctx: ExecutionContext): Stores {
  return {
    db: env.DB,
    copies: env.LINKS,
    colo: env.LINK_CACHE === 'off' ? NO_CACHE : openColoCache(url.slice(0, startOfPath(url))),
    waitUntil: (work) => ctx.waitUntil(work),
    report: (outcome, details) => reportOutcome(env.OUTCOMES, outcome, details),
  };
}

/** The paths of the operator's host that are not short links. None can ever become one: neither a code id nor a short code has a slash or a dot. */
function servePath(path: string, visit: Visit): Response | Promise<Response> {
  if (path === 'health') return showHealth(visit);
  const fileId = readFilePath(path);
  if (fileId) return showFile(visit.request, visit.env, fileId);
  return serveFixedPath(path, null, visit) ?? showPage(visit.request, 'not_found');
}

/** Which copies of the database answered this isolate's queries since it started: the doctor shows them. `health` is reserved, so no code has it. */
function showHealth({ request, resolvers }: Visit): Response {
  if (request.method === 'POST') return refuseMethod();
  const body = JSON.stringify({ status: 'ok', queries: resolvers.regions.list() });
  return withoutBodyForHead(request, new Response(body, { headers: HEALTH_HEADERS }));
}

/** What every host serves besides its codes; null for any other path. */
function serveFixedPath(
  path: string,
  domain: LinkDomain | null,
  { request, env, nowMs }: Visit,
): Response | Promise<Response> | null {
  if (path.startsWith('report/')) {
    const host = domain && (readOrigin(request.url.slice(0, startOfPath(request.url))).host as LinkHost);
    return handleReport(request, env, { host, path: path.slice('report/'.length) }, nowMs());
  }
  if (request.method === 'POST') return refuseMethod();
  const text = readText(path, request, env, nowMs());
  return text === null ? null : withoutBodyForHead(request, new Response(text, { headers: TEXT_HEADERS }));
}

function readText(path: string, request: Request, env: ShortlinkEnv, nowMs: number): string | null {
  if (path === 'robots.txt') return LINK_ROBOTS;
  return path === '.well-known/security.txt'
    ? formatSecurityTxt(env.SECURITY_CONTACT, request.url, nowMs)
    : null;
}

const TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  ...HSTS,
};

const HEALTH_HEADERS = { ...TEXT_HEADERS, 'Content-Type': 'application/json' };

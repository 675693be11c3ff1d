import { remember } from '#core/bounded-map.ts';
import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import type { LinkAddress } from '#core/links/link-address.ts';
import { readLinkPath, readQuestion } from '#core/links/read-path.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import { showWhereItLeads } from './about/show.ts';
import { followControl } from './control/follow.ts';
import { showContent } from './content/show.ts';
import { redirectTo, redirectToHttps, refuseMethod, showPage, withoutBodyForHead } from './responses.ts';
import { toPlainScan } from './scans/describe.ts';
import { recordScan } from './scans/record.ts';
import { Visitor } from './scans/visitor.ts';
import { type ColoCache, openColoCache } from './targets/cache.ts';
import { DatabaseHealth } from './targets/database-health.ts';
import { reportOutcome } from './targets/report-outcome.ts';
import { type Target, TargetResolver } from './targets/resolve.ts';
import type { Stores } from './targets/stores.ts';
import { type Named, NameResolver } from './targets/names.ts';
import { UnknownNames } from './targets/unknown-names.ts';
import { formatSecurityTxt } from '#core/http/security-txt.ts';
import { HSTS } from './hsts.ts';
import { handleReport } from './reports/handle.ts';

/** A request and everything needed to respond to it. */
interface ScanRequest {
  readonly request: Request;
  readonly env: ShortlinkEnv;
  readonly ctx: ExecutionContext;
  readonly codeId: CodeId;
  readonly resolver: TargetResolver;
  readonly nowMs: () => number;
}

/** The resolvers of short links. */
interface Resolvers {
  readonly targets: TargetResolver;
  readonly names: NameResolver;
}

/**
 * `GET|HEAD /<code_id>` or `/<short_code>`, in either case: redirects, and records the scan. `POST` carries the password of a protected
 * code. `nowMs` is the clock.
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
    if (!url.startsWith('https:') && !isLocalOrigin(url.slice(0, startOfPath(url)))) {
      return redirectToHttps(new URL(url));
    }
    if (!isMethodKnown(request.method)) return refuseMethod();
    const path = pathOf(url);
    const codeId = parseCodeId(path);
    if (codeId) return follow({ request, env, ctx, codeId, resolver: resolversOf(env).targets, nowMs });
    // A text that can be no name, however it was pasted, is never looked up.
    const name = readLinkPath(path);
    if (name) return followName({ host: null, path: name }, { request, env, ctx, nowMs }, resolversOf(env));
    const asked = readQuestion(path);
    if (asked) return tell({ host: null, path: asked }, { request, env, ctx, nowMs }, resolversOf(env));
    return servePath(path, request, env, nowMs());
  };
}

function createResolvers(nowMs: () => number): Resolvers {
  const health = new DatabaseHealth(nowMs);
  const unknown = new UnknownNames(nowMs);
  const targets = new TargetResolver(nowMs, health, unknown);
  return { targets, names: new NameResolver(nowMs, targets, health, unknown) };
}

function follow(asked: ScanRequest): Response | Promise<Response> {
  const { request, env, ctx, codeId, resolver } = asked;
  const target = resolver.find(codeId, () => openStores(request.url, env, ctx));
  return target instanceof Promise ? target.then((found) => leadTo(found, asked)) : leadTo(target, asked);
}

function followName(
  address: LinkAddress,
  asked: Omit<ScanRequest, 'codeId' | 'resolver'>,
  { targets, names }: Resolvers,
): Response | Promise<Response> {
  const { request, env, ctx } = asked;
  const codeId = parseCodeId(address.path);
  if (codeId) return follow({ ...asked, codeId, resolver: targets });
  const lead = (named: Named) => {
    if (named !== 'unknown' && named !== 'unavailable')
      return follow({ ...asked, codeId: named, resolver: targets });
    if (request.method === 'POST') return refuseMethod();
    return showPage(request, named === 'unknown' ? 'not_found' : 'unavailable');
  };
  const named = names.find(address, () => openStores(request.url, env, ctx));
  return named instanceof Promise ? named.then(lead) : lead(named);
}

/** Responds to the question where a short link leads. */
async function tell(
  address: LinkAddress,
  asked: Omit<ScanRequest, 'codeId' | 'resolver'>,
  { targets, names }: Resolvers,
): Promise<Response> {
  const { request, env, ctx } = asked;
  if (request.method === 'POST') return refuseMethod();
  const open = () => openStores(request.url, env, ctx);
  const named = parseCodeId(address.path) ?? (await names.find(address, open));
  if (named === 'unknown' || named === 'unavailable')
    return showPage(request, named === 'unknown' ? 'not_found' : 'unavailable');
  const target = await targets.find(named, open);
  if (target.kind !== 'redirect' && target.kind !== 'ruled' && target.kind !== 'shown')
    return showTarget({ ...asked, codeId: named, resolver: targets }, target, asked.nowMs());
  const question = { request, env, address, nowMs: asked.nowMs() };
  return withoutBodyForHead(request, await showWhereItLeads(question, named, target));
}

/** Origins repeat, and parsing one takes longer than the rest of a hot scan. */
const isLocalOrigin = remember(100, (origin) => isOnThisMachine(new URL(origin)));

function isMethodKnown(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'POST';
}

/** Responds to a scan of a code that leads to `target`, and records it. */
function leadTo(target: Target, asked: ScanRequest): Response | Promise<Response> {
  const { request, env, ctx, codeId, resolver } = asked;
  const nowMs = asked.nowMs();
  if (target.kind === 'ruled') {
    const takeScan = () => resolver.takeScan(codeId, openStores(request.url, env, ctx));
    return followControl({ codeId, link: target, request, env, ctx, nowMs, takeScan });
  }
  if (request.method === 'POST') return refuseMethod();
  if (target.kind !== 'redirect') return showTarget(asked, target, nowMs);
  const redirection = redirectTo(target.location);
  if (!redirection) {
    reportOutcome(env.OUTCOMES, 'bad_location', { codeId });
    return showPage(request, 'unavailable');
  }
  if (target.isTracked) {
    const scan = toPlainScan(codeId, nowMs, target.accountId ?? null);
    recordScan(new Visitor(request, env.VISITOR_KEY_SECRET, codeId), env, ctx, scan);
  }
  return redirection;
}

function showTarget(
  { request, env, codeId }: ScanRequest,
  target: Exclude<Target, { kind: 'redirect' | 'ruled' }>,
  nowMs: number,
): Response {
  switch (target.kind) {
    case 'unknown':
      return showPage(request, 'not_found');
    case 'unavailable':
      return showPage(request, 'unavailable');
    case 'unreadable':
      reportOutcome(env.OUTCOMES, 'unreadable', { codeId });
      return showPage(request, 'unavailable');
    case 'gone':
      return showPage(request, 'gone');
    case 'disabled':
      return showPage(request, target.disabledFor === 'legal' ? 'withheld' : 'disabled');
    case 'shown':
      return withoutBodyForHead(request, showContent(request, codeId, target.content, nowMs));
  }
}

/** The path without its first slash and without a query. Parsing the URL would take longer than the rest of a hot scan. */
function pathOf(url: string): string {
  const start = startOfPath(url) + 1;
  const end = url.indexOf('?', start);
  return url.slice(start, end === -1 ? url.length : end);
}

function startOfPath(url: string): number {
  return url.indexOf('/', 'https://'.length);
}

const NO_CACHE: ColoCache = {
  find: async () => null,
  put: async () => undefined,
  findName: async () => null,
  putName: async () => undefined,
};

function openStores(url: string, env: ShortlinkEnv, ctx: ExecutionContext): Stores {
  return {
    db: env.DB,
    copies: env.LINKS,
    colo: env.LINK_CACHE === 'off' ? NO_CACHE : openColoCache(url.slice(0, startOfPath(url))),
    waitUntil: (work) => ctx.waitUntil(work),
    report: (outcome, details) => reportOutcome(env.OUTCOMES, outcome, details),
  };
}

/** Crawlers may follow short links: the responses say `noindex`, which a blocked crawler would never read. */
const ROBOTS = 'User-agent: *\nDisallow: /report/\n';

/** The paths of this host that are not short links. None can ever become one: neither a code id nor a short code has a slash or a dot. */
function servePath(
  path: string,
  request: Request,
  env: ShortlinkEnv,
  nowMs: number,
): Response | Promise<Response> {
  if (path.startsWith('report/')) return handleReport(request, env, path.slice('report/'.length), nowMs);
  if (request.method === 'POST') return refuseMethod();
  const text = readText(path, request, env, nowMs);
  return text === null
    ? showPage(request, 'not_found')
    : withoutBodyForHead(request, new Response(text, { headers: TEXT_HEADERS }));
}

function readText(path: string, request: Request, env: ShortlinkEnv, nowMs: number): string | null {
  if (path === 'robots.txt') return ROBOTS;
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

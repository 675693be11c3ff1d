import { type CodeId, parseCodeId } from '../core/code-id.ts';
import { remember } from '../core/remember.ts';
import { type ColoCache, openColoCache } from './link-cache.ts';
import { type PageName, renderContentPage, renderPage } from './pages.ts';
import { recordScan } from './record-scan.ts';
import { reportOutcome } from './report-outcome.ts';
import { type Stores, type Target, TargetResolver } from './resolve-target.ts';

/** `GET|HEAD /<code_id>`, in either case: leads on, and records the scan. `nowMs` is the clock. */
export function createRedirect({ nowMs }: { nowMs: () => number }) {
  const shared = new TargetResolver(nowMs);

  return function redirect(
    request: Request,
    env: ShortlinkEnv,
    ctx: ExecutionContext,
  ): Response | Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod();
    // What cannot be a code id never reaches a store.
    const codeId = parseCodeId(pathOf(request.url));
    if (!codeId) return answer(request, 'not_found');

    // Without a cache each scan starts from nothing and asks the database: on a laptop an edit is to be seen at once.
    const resolver = env.LINK_CACHE === 'off' ? new TargetResolver(nowMs) : shared;
    const known = resolver.findAtOnce(codeId);
    if (known) return leadTo(known, codeId, request, env, ctx, nowMs());
    return resolver
      .resolve(codeId, openStores(request.url, env, ctx))
      .then((target) => leadTo(target, codeId, request, env, ctx, nowMs()));
  };
}

/** The answer to a scan of a code that leads to `target`, and the record of it. */
function leadTo(
  target: Target,
  codeId: CodeId,
  request: Request,
  env: ShortlinkEnv,
  ctx: ExecutionContext,
  atMs: number,
): Response {
  if (target.kind !== 'redirect') return showTarget(request, target);
  const redirection = redirectTo(target.location);
  if (!redirection) {
    reportOutcome(env.OUTCOMES, 'bad_location', { codeId });
    return answer(request, 'unavailable');
  }
  if (target.isTracked) recordScan(request, env, ctx, codeId, atMs);
  return redirection;
}

/** What stands behind the host's slash, without a query. A scan of a hot code is too short for a parser of URLs. */
function pathOf(url: string): string {
  const start = startOfPath(url) + 1;
  const end = url.indexOf('?', start);
  return url.slice(start, end === -1 ? url.length : end);
}

function startOfPath(url: string): number {
  return url.indexOf('/', 'https://'.length);
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

function showTarget(request: Request, target: Exclude<Target, { kind: 'redirect' }>): Response {
  switch (target.kind) {
    case 'unknown':
      return answer(request, 'not_found');
    case 'unavailable':
      return answer(request, 'unavailable');
    case 'gone':
      return answer(request, 'gone');
    case 'shown':
      return withoutBodyForHead(request, renderContentPage(request, target.content));
  }
}

/**
 * What the API lets into `redirect_to`: printable ASCII of a scheme that leads somewhere. Checked once more where it becomes a header,
 * because the databases are not the API's alone: nothing in them may split a header or run a script.
 */
const SAFE_LOCATION = /^(?:https?|mailto|tel|sms|geo):[\x21-\x7E]+$/i;

/** More of them would cost the garbage collector more than they save. */
const MAX_KEPT_REDIRECTIONS = 250;

/**
 * 302 and no-store: a redirect that somebody cached would lose scans and outlive an edit. Null where the location is not safe.
 * To make one is the dearest part of a hot scan. Without a body it is no stream of one request, and may answer any number of them:
 * docs/decisions/redirect.md.
 */
const redirectTo = remember(MAX_KEPT_REDIRECTIONS, (location): Response | null => {
  if (!SAFE_LOCATION.test(location)) return null;
  return new Response(null, {
    status: 302,
    headers: {
      Location: location,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer-when-downgrade',
      'X-Robots-Tag': 'noindex',
    },
  });
});

function refuseMethod(): Response {
  return new Response('Only GET and HEAD.\n', {
    status: 405,
    headers: {
      Allow: 'GET, HEAD',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function answer(request: Request, page: PageName): Response {
  return withoutBodyForHead(request, renderPage(request, page));
}

function withoutBodyForHead(request: Request, response: Response): Response {
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

import { type CodeId, parseCodeId } from '../core/code-id.ts';
import { describeError, formatLogLine } from '../core/log-line.ts';
import { findShortLink, type ShortLink } from '../storage/short-links.ts';
import { type PageName, renderContentPage, renderPage } from './pages.ts';
import { recordScan } from './record-scan.ts';

/** `GET|HEAD /<code_id>`, in either case: leads on, and records the scan. `nowMs` is the clock. */
export function createRedirect({ nowMs }: { nowMs: () => number }) {
  return async function redirect(
    request: Request,
    env: ShortlinkEnv,
    ctx: ExecutionContext,
  ): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Only GET and HEAD.\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    // What cannot be a code id never reaches the database.
    const codeId = parseCodeId(new URL(request.url).pathname.slice(1));
    if (!codeId) return answer(request, 'not_found');

    const link = await resolve(env.DB, codeId);
    if (link === 'failed') return answer(request, 'unavailable');
    if (!link) return answer(request, 'not_found');
    switch (link.kind) {
      case 'gone':
        return answer(request, 'gone');
      case 'shown':
        return withoutBodyForHead(request, renderContentPage(request, link.content));
      case 'redirect':
        if (link.isTracked) ctx.waitUntil(recordScan(request, env, codeId, nowMs()));
        return redirectTo(link.location);
    }
  };
}

async function resolve(db: D1Database, codeId: CodeId): Promise<ShortLink | null | 'failed'> {
  try {
    return await findShortLink(db, codeId);
  } catch (error) {
    console.error(formatLogLine('resolve_failed', { error: describeError(error) }));
    return 'failed';
  }
}

/** 302 and no-store: a redirect that somebody cached would lose scans and outlive an edit. */
function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: {
      Location: location,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer-when-downgrade',
      'X-Robots-Tag': 'noindex',
    },
  });
}

function answer(request: Request, page: PageName): Response {
  return withoutBodyForHead(request, renderPage(request, page));
}

function withoutBodyForHead(request: Request, response: Response): Response {
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

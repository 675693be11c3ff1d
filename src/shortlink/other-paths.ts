import { formatSecurityTxt } from '#core/security-txt.ts';
import { HSTS } from './hsts.ts';
import { handleReport } from './reports/handle.ts';
import { refuseMethod, showPage, withoutBodyForHead } from './responses.ts';

/** Short links may be followed: what they send says `noindex`, which a crawler that must not follow them would never read. */
const ROBOTS = 'User-agent: *\nDisallow: /report/\n';

/**
 * The paths of this host that are no short links. None can ever be one: neither a code id nor a short code has a slash or a dot.
 */
export function servePath(
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

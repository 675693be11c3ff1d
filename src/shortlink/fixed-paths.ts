import { readFilePath } from '#core/files/stored-file.ts';
import { LINK_ROBOTS } from '#core/http/link-robots.ts';
import { formatSecurityTxt } from '#core/http/security-txt.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { showFile } from './files/show.ts';
import { HSTS } from './hsts.ts';
import { handleReport } from './reports/handle.ts';
import { refuseMethod, showPage, withoutBodyForHead } from './responses.ts';
import type { Visit } from './visit.ts';

/** The paths of the operator's host that are not short links. None can ever become one: neither a code id nor a short code has a slash or a dot. */
export function servePath(path: string, visit: Visit): Response | Promise<Response> {
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

/**
 * What every host serves besides its codes; null for any other path.
 *
 * @param host null for the operator's
 */
export function serveFixedPath(
  path: string,
  host: LinkHost | null,
  { request, env, nowMs }: Visit,
): Response | Promise<Response> | null {
  if (path.startsWith('report/')) {
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

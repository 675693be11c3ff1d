import { handleReport } from './reports/handle.ts';
import { refuseMethod, showPage } from './responses.ts';

/**
 * The paths of this host that are no short links. None can ever be one: a code id has neither a slash nor a dot. Whoever adds short links
 * with names of their own must leave these free.
 */
export function servePath(
  path: string,
  request: Request,
  env: ShortlinkEnv,
  nowMs: number,
): Response | Promise<Response> {
  if (path.startsWith('report/')) return handleReport(request, env, path.slice('report/'.length), nowMs);
  return request.method === 'POST' ? refuseMethod() : showPage(request, 'not_found');
}

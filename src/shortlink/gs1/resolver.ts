import { listIdentifiers } from '#core/gs1/identifiers.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { serveFixedPath } from '../fixed-paths.ts';
import { showPage } from '../responses.ts';
import type { Visit } from '../visit.ts';
import { readItem } from './item.ts';
import { findLevels } from './levels.ts';
import { resolveItem } from './resolve.ts';
import { CROSS_ORIGIN, LINKSET_CONTEXT, linkToLinkset, refuseItem, rootOf, sendJson } from './respond.ts';

/** Responds on the operator's host for GS1 codes, where each path is a Digital Link, and no code id or short code. */
export async function respondOnResolver(host: LinkHost, path: string, visit: Visit): Promise<Response> {
  const { request } = visit;
  if (path === '') return showPage(request, 'not_found');
  const item = readItem(path, request.url);
  if (!item.ok) return serveResolverPath(path, host, visit) ?? refuseItem(request, item.error);
  return resolveItem(await findLevels({ host, paths: item.value }, visit), { host, domain: null }, visit);
}

/** What every resolver serves besides its items; null for any other path. */
export function serveResolverPath(
  path: string,
  host: LinkHost,
  visit: Visit,
): Response | Promise<Response> | null {
  if (path !== DESCRIPTION || visit.request.method === 'POST') return serveFixedPath(path, host, visit);
  return sendJson(visit.request, {
    name: host,
    resolverRoot: rootOf(visit.request),
    supportedPrimaryKeys: listIdentifiers().flatMap(({ ai, qualifiers }) => (qualifiers ? ai : [])),
    supportedLinkType: [{ namespace: 'https://ref.gs1.org/voc/', prefix: 'gs1:' }],
    linkTypeDefaultCanBeLinkset: false,
    jsonLdContextLocation: LINKSET_CONTEXT,
  });
}

const DESCRIPTION = '.well-known/gs1resolver';

/** The response to OPTIONS. Even a malformed preflight gets one: it names no secret, and asks no store. */
export function preflight(path: string, request: Request): Response {
  const item = readItem(path, request.url);
  return new Response(null, {
    status: 204,
    headers: {
      ...CROSS_ORIGIN,
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '86400',
      'Cache-Control': 'private, no-store',
      ...(item.ok && { Link: linkToLinkset(request, item.value.at(-1) ?? '') }),
    },
  });
}

import { remember } from '#core/bounded-map.ts';
import { HSTS } from './hsts.ts';
import type { PageName } from './page-texts.ts';
import { type PageDetails, renderPage } from './pages.ts';

/**
 * What the API accepts as a target: printable ASCII, with a scheme that leads somewhere. The check runs again before the target becomes a
 * header, because others can write to the databases too: nothing in it may split a header or run a script.
 */
export const SAFE_LOCATION = /^(?:https?|mailto|tel|sms|geo):[\x21-\x7E]+$/i;

/** More entries would cost more in garbage collection than they save. */
export const MAX_KEPT_REDIRECTIONS = 250;

/**
 * 302 with no-store: a cached redirect would lose scans and outlive an edit. Null if the location is not safe. Creating a response is the
 * slowest part of a hot scan. Without a body it is not tied to one request, and may be sent any number of times:
 * docs/decisions/redirect.md.
 */
export const redirectTo = remember(MAX_KEPT_REDIRECTIONS, createRedirection);

/** A redirect to a location that only this scan uses, so it is not cached. */
export function createRedirection(location: string): Response | null {
  if (!SAFE_LOCATION.test(location)) return null;
  return new Response(null, {
    status: 302,
    headers: {
      Location: location,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer-when-downgrade',
      'X-Robots-Tag': 'noindex',
      ...HSTS,
    },
  });
}

/** 301, permanent and without a scan: nothing about the code goes where others on the network could read it. */
export function redirectToHttps(url: URL): Response {
  url.protocol = 'https:';
  return new Response(null, { status: 301, headers: { Location: url.href } });
}

export function refuseMethod(): Response {
  return new Response('Only GET and HEAD.\n', {
    status: 405,
    headers: {
      Allow: 'GET, HEAD',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      ...HSTS,
    },
  });
}

/** A page for people, with its status. */
export function showPage(request: Request, page: PageName, details?: PageDetails): Response {
  return withoutBodyForHead(request, renderPage(request, page, details));
}

export function withoutBodyForHead(request: Request, response: Response): Response {
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

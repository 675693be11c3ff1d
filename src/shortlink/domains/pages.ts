import type { LinkHost } from '#core/links/link-address.ts';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { findAppLinks, type LinkDomain } from '#storage/domains/link-domains.ts';
import { toPageBrand } from '../page-brand.ts';
import { redirectTo, showPage, withoutBodyForHead } from '../responses.ts';
import { DATABASE_TIMEOUT_MS } from '../targets/time-bounds.ts';
import { within } from '../targets/within.ts';

/** Responds to a path of an account's host that no code has: its root, the files for apps, and any other. */
export async function servePageOf(
  domain: LinkDomain,
  path: string,
  { request, env }: { readonly request: Request; readonly env: Pick<ShortlinkEnv, 'DB' | 'CDN_URL'> },
): Promise<Response> {
  const platform = APP_LINK_FILES[path];
  const host = new URL(request.url).hostname as LinkHost;
  const file = platform ? await readAppLinks(env.DB, host, platform) : null;
  if (file !== null) return withoutBodyForHead(request, new Response(file, { headers: JSON_HEADERS }));
  return (path === '' ? leadToUrl(domain.rootUrl) : null) ?? showNothing(request, domain, env);
}

const APP_LINK_FILES: Readonly<Record<string, 'apple' | 'android'>> = {
  '.well-known/apple-app-site-association': 'apple',
  '.well-known/assetlinks.json': 'android',
};

/** Null if there is none, or the database does not respond: phones ask again, and open the browser until then. */
async function readAppLinks(
  db: D1Database,
  host: LinkHost,
  platform: 'apple' | 'android',
): Promise<string | null> {
  try {
    return await within(DATABASE_TIMEOUT_MS, findAppLinks(db, host, platform));
  } catch (error) {
    console.error(formatLogLine('app_links_not_read', { host, error: describeError(error) }));
    return null;
  }
}

/** The domain's own address for what leads nowhere; otherwise our page. */
export function showNothing(
  request: Request,
  domain: LinkDomain | null,
  env: Pick<ShortlinkEnv, 'CDN_URL'>,
): Response {
  const brand = toPageBrand(domain?.brand, env);
  return leadToUrl(domain?.notFoundUrl) ?? showPage(request, 'not_found', { brand });
}

/** Null if there is no such address. */
export function leadToUrl(url: string | null | undefined): Response | null {
  return url ? redirectTo(url) : null;
}

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

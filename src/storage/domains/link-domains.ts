import { type AccountBrand, parseAccountBrand } from '#core/accounts/account-brand.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { readShownBrand, shownBrandOf } from '../accounts/shown-brand.ts';
import type { LookUp } from '../links/look-up.ts';

/** What the short-link Worker knows of an account's host. */
export interface LinkDomain {
  readonly accountId: string;
  /** Where its root, a path without a code, and an expired code lead; null for the service's own page. */
  readonly rootUrl: string | null;
  readonly notFoundUrl: string | null;
  readonly expiredUrl: string | null;
  readonly revision: number;
  /** Of the account, for pages of what no code has; absent if it has none. */
  readonly brand?: AccountBrand;
}

export interface LinkDomainRow {
  readonly domain_account_id: string;
  readonly root_url: string | null;
  readonly not_found_url: string | null;
  readonly expired_url: string | null;
  readonly domain_revision: number;
  readonly domain_brand: string | null;
}

/** Plain SQL instead of drizzle, as for short links. */
export const DOMAIN_COLUMNS = `domains.account_id AS domain_account_id, iif(is_stopped, NULL, root_url) AS root_url,
  iif(is_stopped, NULL, not_found_url) AS not_found_url, iif(is_stopped, NULL, expired_url) AS expired_url,
  domains.revision AS domain_revision, ${shownBrandOf('domains.account_id')} AS domain_brand`;

const IS_OWNED = 'host = ? AND verified_at_ms IS NOT NULL';
const FIND = `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE ${IS_OWNED}`;
const FIND_FILE = `SELECT app_links FROM domains WHERE ${IS_OWNED} AND is_stopped = 0`;

/** The domain of a host; null if no account has proved that it is theirs. */
export async function findLinkDomain(lookUp: LookUp, host: LinkHost): Promise<LinkDomain | null> {
  const row = await lookUp.first<LinkDomainRow>(FIND, host);
  return row && readDomainRow(row);
}

export function readDomainRow(row: LinkDomainRow): LinkDomain {
  const brand = readShownBrand(row.domain_brand);
  return {
    accountId: row.domain_account_id,
    rootUrl: row.root_url,
    notFoundUrl: row.not_found_url,
    expiredUrl: row.expired_url,
    revision: row.domain_revision,
    ...(brand && { brand }),
  };
}

/** A file by which phones open a domain's links in an app, as JSON; null if it has none. */
export async function findAppLinks(
  db: D1Database,
  host: LinkHost,
  platform: 'apple' | 'android',
): Promise<string | null> {
  const text = await db.prepare(FIND_FILE).bind(host).first<string>('app_links');
  const file = text === null ? null : ((JSON.parse(text) as Record<string, unknown>)[platform] ?? null);
  return file === null ? null : JSON.stringify(file);
}

/** Reads a stored `LinkDomain` from the result of `JSON.parse`; null for anything else. */
export function parseLinkDomain(value: unknown): LinkDomain | null {
  const { accountId, rootUrl, notFoundUrl, expiredUrl, revision, ...rest } = (value ?? {}) as Record<
    string,
    unknown
  >;
  const brand = parseAccountBrand(rest['brand']);
  const isUrl = (url: unknown): url is string | null => url === null || typeof url === 'string';
  return typeof accountId === 'string' &&
    typeof revision === 'number' &&
    isUrl(rootUrl) &&
    isUrl(notFoundUrl) &&
    isUrl(expiredUrl)
    ? { accountId, rootUrl, notFoundUrl, expiredUrl, revision, ...(brand && { brand }) }
    : null;
}

import type { LinkHost } from '#core/links/link-address.ts';
import { parseStored } from '../links/copies.ts';
import { type LinkDomain, parseLinkDomain } from './link-domains.ts';

/** Copies of the domains in Workers KV, beside those of the short links: for scans while D1 fails. */

/** No code id has a slash. */
const toKey = (host: LinkHost) => `domain/${host}`;

/** Where copies are written. */
export interface CopyStore {
  put(key: string, value: string): Promise<void>;
}

export async function putDomainCopy(links: CopyStore, host: LinkHost, domain: LinkDomain): Promise<void> {
  await links.put(toKey(host), JSON.stringify(domain));
}

export async function deleteDomainCopy(links: KVNamespace, host: LinkHost): Promise<void> {
  await links.delete(toKey(host));
}

/** One copy, or null if there is no readable one. */
export async function findDomainCopy(links: KVNamespace, host: LinkHost): Promise<LinkDomain | null> {
  return parseStored(await links.get(toKey(host)), parseLinkDomain);
}

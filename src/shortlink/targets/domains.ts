import { type LinkHost, toHostKey } from '#core/links/link-address.ts';
import { findDomainCopy } from '#storage/domains/domain-copies.ts';
import { findLinkDomain, type LinkDomain, parseLinkDomain } from '#storage/domains/link-domains.ts';
import type { Shared } from './lookups.ts';
import { Resolver } from './resolver.ts';
import { STALE_FOR_SECONDS } from './time-bounds.ts';

/** Finds whose a host is, and where it leads besides its codes. */
export class DomainResolver extends Resolver<LinkHost, LinkDomain> {
  constructor(shared: Shared) {
    super(shared, {
      keyOf: toHostKey,
      // A code id has no dot.
      pathOf: (host) => `domain/${host}`,
      describe: (host) => ({ name: toHostKey(host) }),
      keptSeconds: STALE_FOR_SECONDS,
      parse: parseLinkDomain,
      find: async (host, stores, lookUp) => {
        const domain = await findLinkDomain(lookUp, host);
        if (!domain) return null;
        const entry = { value: domain, readAtMs: lookUp.readAtMs };
        this.keep(host, entry, stores);
        return entry;
      },
      findCopy: findDomainCopy,
    });
  }
}

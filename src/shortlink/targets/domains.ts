import { type LinkHost, toHostKey } from '#core/links/link-address.ts';
import { findDomainCopy } from '#storage/domains/domain-copies.ts';
import { findLinkDomain, type LinkDomain, parseLinkDomain } from '#storage/domains/link-domains.ts';
import type { DatabaseHealth } from './database-health.ts';
import { Resolver } from './resolver.ts';
import { STALE_FOR_SECONDS } from './time-bounds.ts';
import type { UnknownNames } from './unknown-names.ts';

/** Finds whose a host is, and where it leads besides its codes. */
export class DomainResolver extends Resolver<LinkHost, LinkDomain> {
  constructor(nowMs: () => number, health: DatabaseHealth, unknown: UnknownNames) {
    super(nowMs, health, unknown, {
      keyOf: toHostKey,
      // A code id has no dot.
      pathOf: (host) => `domain/${host}`,
      describe: (host) => ({ name: toHostKey(host) }),
      keptSeconds: STALE_FOR_SECONDS,
      parse: parseLinkDomain,
      find: async (host, stores, readAtMs) => {
        const domain = await findLinkDomain(stores.db, host);
        if (!domain) return null;
        const entry = { value: domain, readAtMs };
        this.keep(host, entry, stores);
        return entry;
      },
      findCopy: findDomainCopy,
    });
  }
}

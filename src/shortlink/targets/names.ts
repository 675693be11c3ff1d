import { parseCodeId } from '#core/codes/code-id.ts';
import { type LinkAddress, toAddressKey } from '#core/links/link-address.ts';
import { findCopiedName } from '#storage/links/copies.ts';
import { findHostedLink, findNamedLink, type NamedCode, parseNamedCode } from '#storage/links/named-links.ts';
import type { DomainResolver } from './domains.ts';
import type { Shared } from './lookups.ts';
import { Resolver } from './resolver.ts';
import type { TargetResolver } from './targets.ts';

/** How long the colo's cache keeps the name of a code: a database that is restored to an earlier time may have given it to another. */
const NAME_KEPT_SECONDS = 60 * 60;

/**
 * Finds the codes that have names besides their ids, and the codes of own domains by any name. A printed name on the operator's host belongs
 * to one code for ever, so it is queried once; another one may be taken away, or its host may, and is renewed as a target is.
 */
export class NameResolver extends Resolver<LinkAddress, NamedCode> {
  constructor(
    shared: Shared,
    { targets, domains }: { readonly targets: TargetResolver; readonly domains: DomainResolver },
  ) {
    super(shared, {
      keyOf: toAddressKey,
      pathOf: (address) => `name/${toAddressKey(address)}`,
      describe: (address) => ({ name: toAddressKey(address) }),
      keptSeconds: NAME_KEPT_SECONDS,
      parse: parseNamedCode,
      isPermanent: ({ isForEver }) => isForEver,
      // The query also brings the code's target, and the domain.
      find: async (address, stores, lookUp) => {
        const { host } = address;
        const found =
          host === null
            ? { domain: null, named: await findNamedLink(lookUp, address) }
            : await findHostedLink(lookUp, { ...address, host });
        const { readAtMs } = lookUp;
        if (host !== null && found.domain) domains.keep(host, { value: found.domain, readAtMs }, stores);
        if (!found.named) return null;
        const { code, link } = found.named;
        targets.keep(code.codeId, { value: link, readAtMs }, stores);
        const entry = { value: code, readAtMs };
        this.keep(address, entry, stores);
        return entry;
      },
      findCopy: async (copies, address) =>
        (await findCopiedName(copies, toAddressKey(address))) ?? toIdOnly(address),
    });
  }
}

/** On the host of an account, an id is a name without a copy. */
function toIdOnly({ host, path }: LinkAddress): NamedCode | null {
  const codeId = host === null ? null : parseCodeId(path);
  return codeId && { codeId, isForEver: false, revision: 0 };
}

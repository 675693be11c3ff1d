import type { Problem } from '#contract/problems/problems.ts';
import type { DigitalLink } from '#core/gs1/digital-link.ts';
import { listKeys, toCompanyPart, toPrintedName } from '#core/gs1/printed-name.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { PrintableHosts } from '#storage/domains/domains.ts';
import { listPrefixes } from '#storage/gs1/prefixes.ts';
import type { Dependencies } from '../dependencies.ts';

/** Why an account may not print a key on a host; null if it may. `field` has the host. */
export type ApprovedKeys = (host: LinkHost | null, gs1: DigitalLink, field: string) => Problem | null;

/** The company prefixes that an account may use on the operator's host. */
export function readPrefixes(
  { db, gs1Host }: Pick<Dependencies, 'db' | 'gs1Host'>,
  accountId: string,
): Promise<readonly string[]> {
  return gs1Host === null ? Promise.resolve([]) : listPrefixes(db, accountId);
}

/** On its own domains an account may use any key, on the operator's host those with a company prefix that is approved for it. */
export function approveKeys(
  { gs1Host }: Pick<Dependencies, 'gs1Host'>,
  hosts: PrintableHosts,
  prefixes: readonly string[],
): ApprovedKeys {
  return (host, gs1, field) => {
    if (host === null) return { code: 'gs1_needs_domain', field, values: {} };
    if (hosts.all.has(host)) return null;
    if (host !== gs1Host) return { code: 'domain_not_ready', field, values: { host } };
    const isApproved = (part: string) => prefixes.some((prefix) => part.startsWith(prefix));
    const foreign = listKeys(gs1).find((key) => !isApproved(toCompanyPart(key)));
    return foreign
      ? { code: 'gs1_prefix_not_approved', field, values: { key: toPrintedName(foreign), host } }
      : null;
  };
}

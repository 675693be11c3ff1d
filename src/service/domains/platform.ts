import type { DomainProblem } from '#core/domains/domain.ts';
import type { Connection } from '#core/domains/judge.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { CustomHostnames } from '#storage/domains/custom-hostnames.ts';
import type { ResolveDns } from '#storage/domains/resolve-dns.ts';

/** What serves the hosts of accounts. */
export interface DomainPlatform {
  /** The hosts that the operator routes here, in zones of their own; the first is that of the service. */
  readonly routedHosts: readonly string[];
  /** Null if the operator has set no token. */
  readonly customHostnames: CustomHostnames | null;
  readonly resolveDns: ResolveDns;
}

/** Asks whatever can serve a host how far it is. Throws if it gives no answer. */
export async function connectHost(
  { domains, shortUrlBase }: { readonly domains: DomainPlatform; readonly shortUrlBase: string },
  host: LinkHost,
  platformId: string | null,
): Promise<Connection> {
  const served: Connection = {
    platformId: null,
    progress: { stage: 'served' },
    records: [],
    needsProof: false,
  };
  if (isOnThisMachine(new URL(shortUrlBase)))
    return host.endsWith('.localhost')
      ? served
      : { ...served, ...stuck({ code: 'host_not_local', values: { host } }) };
  // The operator routes the host, so only a record can say which account may use it.
  if (domains.routedHosts.includes(host)) {
    const addresses = await domains.resolveDns(host, 'A');
    const isGone = addresses?.length === 0;
    return {
      ...served,
      needsProof: true,
      ...(isGone ? stuck({ code: 'host_without_address', values: { host } }) : {}),
    };
  }
  if (domains.customHostnames) return domains.customHostnames.connect(host, platformId);
  return { ...served, ...stuck({ code: 'host_not_routed', values: { host } }) };
}

const stuck = (problem: DomainProblem) => ({ progress: { stage: 'stuck', problem } }) as const;

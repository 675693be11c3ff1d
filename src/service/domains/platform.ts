import type { DomainProblem } from '#core/domains/domain.ts';
import type { Connection } from '#core/domains/judge.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { CustomHostnames, HostClaim } from '#storage/domains/custom-hostnames.ts';
import type { ResolveDns } from '#storage/domains/resolve-dns.ts';

/** What serves the hosts of accounts. */
export interface DomainPlatform {
  /** The hosts that the operator routes here, in zones of their own; the first is that of the service. */
  readonly routedHosts: readonly string[];
  /** Null if the operator has set no token. */
  readonly customHostnames: CustomHostnames | null;
  readonly resolveDns: ResolveDns;
}

interface Platform {
  readonly domains: DomainPlatform;
  readonly shortUrlBase: string;
}

/** Whether the operator routes a host here: nobody has to set a record for that, so only a proof can say which account may use it. */
export function isRouted({ domains, shortUrlBase }: Platform, host: LinkHost): boolean {
  return !isOnThisMachine(new URL(shortUrlBase)) && domains.routedHosts.includes(host);
}

/**
 * Asks whatever can serve a host how far it is. Throws if it gives no answer.
 * @param mayServe false for a claim that lacks its proof: the custom hostname may be another account's
 */
export async function connectHost(deps: Platform, claim: HostClaim, mayServe: boolean): Promise<Connection> {
  const { domains, shortUrlBase } = deps;
  const { host } = claim;
  const served: Connection = { platformId: null, progress: { stage: 'served' }, records: [] };
  if (isOnThisMachine(new URL(shortUrlBase)))
    return host.endsWith('.localhost')
      ? served
      : { ...served, ...stuck({ code: 'host_not_local', values: { host } }) };
  if (isRouted(deps, host)) {
    const addresses = await domains.resolveDns(host, 'A');
    const isGone = addresses?.length === 0;
    return { ...served, ...(isGone ? stuck({ code: 'host_without_address', values: { host } }) : {}) };
  }
  if (!domains.customHostnames) return { ...served, ...stuck({ code: 'host_not_routed', values: { host } }) };
  return mayServe ? domains.customHostnames.connect(claim) : domains.customHostnames.announce(claim);
}

const stuck = (problem: DomainProblem) => ({ progress: { stage: 'stuck', problem } }) as const;

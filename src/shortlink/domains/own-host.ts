import { remember } from '#core/bounded-map.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { LinkHost } from '#core/links/link-address.ts';

/** What the origin of a URL says. */
interface Origin {
  readonly host: string;
  /** Whether plain http may be used. */
  readonly isLocal: boolean;
  /** Names below `localhost` are hosts of accounts, and never the operator's. */
  readonly isBelowLocalhost: boolean;
}

/** Origins repeat, and reading one takes longer than the rest of a hot scan. */
export const readOrigin = remember(100, (origin): Origin => {
  const url = new URL(origin);
  const host = url.hostname.replace(/\.$/, '');
  return { host, isLocal: isOnThisMachine(url), isBelowLocalhost: host.endsWith('.localhost') };
});

/**
 * The host of an origin if it may be an account's; null if it is the operator's.
 *
 * @param hosts the hosts that the operator routes here, with spaces between them: the first one is the operator's. If it is empty, every
 *   host is
 */
export function ownHostOf({ host, isLocal, isBelowLocalhost }: Origin, hosts: string): LinkHost | null {
  const isOperators = isLocal || hosts === '' || hosts === host || hosts.startsWith(`${host} `);
  return isOperators && !isBelowLocalhost ? null : (host as LinkHost);
}

/** Whether the operator routes a host here, in a zone of their own. */
export function isOfOperator(host: LinkHost, hosts: string): boolean {
  return hosts.split(' ').includes(host);
}

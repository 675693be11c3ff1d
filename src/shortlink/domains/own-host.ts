import { remember } from '#core/bounded-map.ts';
import type { LinkHost } from '#core/links/link-address.ts';

/** Parsing an origin takes longer than the rest of a hot scan. */
const hostOf = remember(100, (origin) => new URL(origin).hostname.replace(/\.$/, ''));

/** This machine itself. Names below `localhost` are hosts of accounts. */
const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The host of an origin if it may be an account's; null if it is the operator's.
 *
 * @param hosts the hosts that the operator routes here, with spaces between them: the first one is the operator's. If it is empty, every
 *   host is
 */
export function ownHostOf(origin: string, hosts: string): LinkHost | null {
  const host = hostOf(origin);
  const isOperators =
    hosts === '' || hosts === host || hosts.startsWith(`${host} `) || THIS_MACHINE.test(host);
  return isOperators && !host.endsWith('.localhost') ? null : (host as LinkHost);
}

/** Whether the operator routes a host here, in a zone of their own. */
export function isOfOperator(host: LinkHost, hosts: string): boolean {
  return hosts.split(' ').includes(host);
}

import { withoutDotsAtEnd } from '../content/hosts/host.ts';
import { findUnsafeHost } from '../content/hosts/unsafe-host.ts';
import { err, ok, type Result } from '../result.ts';

/** What is wrong with the address of a webhook. */
export type EndpointFault =
  | 'not_an_address'
  | 'not_https'
  | 'has_password'
  | 'port_refused'
  | 'host_private'
  | 'host_of_service';

export const LONGEST_ENDPOINT = 2_000;

export interface EndpointRules {
  /** Whether the service runs on one machine: it then also sends to `http://localhost`. */
  readonly isLocal: boolean;
  /** The hosts of the service itself. */
  readonly ownHosts: readonly string[];
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads the address of a webhook. It leads to a public name by https, so that nobody can use the service to reach what they cannot reach
 * themselves. What the name resolves to is for the platform to judge: `global_fetch_strictly_public`.
 */
export function parseEndpoint(
  text: string,
  { isLocal, ownHosts }: EndpointRules,
): Result<string, EndpointFault> {
  const url = text.length <= LONGEST_ENDPOINT ? URL.parse(text) : null;
  if (!url) return err('not_an_address');
  if (url.username !== '' || url.password !== '') return err('has_password');
  url.hash = '';
  const host = withoutDotsAtEnd(url.hostname);
  if (isLocal && LOCAL_HOSTS.includes(host) && /^https?:$/.test(url.protocol)) return ok(url.href);
  if (url.protocol !== 'https:') return err('not_https');
  if (url.port !== '' && Number(url.port) < 1024) return err('port_refused');
  if (ownHosts.includes(host)) return err('host_of_service');
  // No address: a name has an owner, and a certificate.
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  return isAddress || findUnsafeHost(host) !== null ? err('host_private') : ok(url.href);
}

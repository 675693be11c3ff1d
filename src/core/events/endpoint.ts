import { withoutDotsAtEnd } from '../content/hosts/host.ts';
import { findUnsafeHost } from '../content/hosts/unsafe-host.ts';
import type { FaultOf, NoValues } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';

/** What is wrong with a webhook. */
export interface EndpointProblems {
  readonly endpoint_malformed: NoValues;
  readonly endpoint_not_https: NoValues;
  readonly endpoint_has_password: NoValues;
  readonly endpoint_port: NoValues;
  readonly endpoint_private: NoValues;
  readonly endpoint_of_service: NoValues;
  /** The event needs the log of single scans, which this installation does not keep in D1. */
  readonly scans_not_logged: NoValues;
}

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
): Result<string, FaultOf<EndpointProblems>> {
  const refuse = (code: keyof EndpointProblems) => err({ code, values: {} });
  const url = text.length <= LONGEST_ENDPOINT ? URL.parse(text) : null;
  if (!url) return refuse('endpoint_malformed');
  if (url.username !== '' || url.password !== '') return refuse('endpoint_has_password');
  url.hash = '';
  const host = withoutDotsAtEnd(url.hostname);
  if (isLocal && LOCAL_HOSTS.includes(host) && /^https?:$/.test(url.protocol)) return ok(url.href);
  if (url.protocol !== 'https:') return refuse('endpoint_not_https');
  if (url.port !== '' && Number(url.port) < 1024) return refuse('endpoint_port');
  if (ownHosts.includes(host)) return refuse('endpoint_of_service');
  // No address: a name has an owner, and a certificate.
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  return isAddress || findUnsafeHost(host) !== null ? refuse('endpoint_private') : ok(url.href);
}

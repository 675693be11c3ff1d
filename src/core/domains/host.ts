import type { LinkHost } from '../links/link-address.ts';
import type { FaultOf, NoValues } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';

/** DNS allows 253 characters, and the records that prove a host need room for a prefix. */
export const LONGEST_HOST = 190;

/** Why a text is not the host of a domain. */
export interface HostProblems {
  readonly host_malformed: NoValues;
  /** It has more than a host: a scheme, a path, a port or a wildcard. */
  readonly host_not_alone: { readonly host: string | null };
  readonly host_is_address: NoValues;
  /** The service itself is reached there. */
  readonly host_of_service: { readonly host: string };
  /** Public DNS does not have it. */
  readonly host_not_public: { readonly host: string };
  /** Anybody can have a name below it. */
  readonly host_public: { readonly host: string };
}

/**
 * Reads a host as people write it: in any case, as Unicode or punycode, with or without a dot at its end.
 *
 * @returns the host in lower case and punycode (WHATWG URL, "host parser")
 */
export function readHost(text: string): Result<LinkHost, FaultOf<HostProblems>> {
  const given = text.slice(0, LONGEST_HOST + 2).trim();
  if (/[/?#@\\]|:/.test(given) || given.startsWith('*'))
    return err({ code: 'host_not_alone', values: { host: hostOf(given) } });
  const host = hostOf(given);
  if (host === null || given === '' || host.length > LONGEST_HOST)
    return err({ code: 'host_malformed', values: {} });
  // The URL parser reads numbers as IPv4 addresses.
  if (/^[\d.]+$/.test(host)) return err({ code: 'host_is_address', values: {} });
  return isName(host) ? ok(host as LinkHost) : err({ code: 'host_malformed', values: {} });
}

function hostOf(text: string): string | null {
  const url = URL.parse(text.includes('://') ? text : `https://${text.replace(/^\*\.?/, '')}`);
  return url && url.hostname !== '' ? url.hostname.replace(/\.$/, '') : null;
}

/** At least two labels (RFC 1123 §2.1): no underscore, and no hyphen at the end of a label. */
function isName(host: string): boolean {
  const labels = host.split('.');
  return labels.length > 1 && labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
}

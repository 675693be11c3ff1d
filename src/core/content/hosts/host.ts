import { trimEnd } from '../../text.ts';

/** The bounds of RFC 1035 §2.3.4: no resolver knows a longer name. */
const LONGEST_HOST = 253;
const LONGEST_LABEL = 63;

/** Whether a host, as a URL parser writes it, can be that of a server. A dot at its end is allowed. */
export function isHost(hostname: string): boolean {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (host.length > LONGEST_HOST) return false;
  return host.split('.').every(({ length }) => length >= 1 && length <= LONGEST_LABEL);
}

/** The name that a host has without the dots at its end, which do not change it. */
export function withoutDotsAtEnd(hostname: string): string {
  return trimEnd(hostname, '.');
}

/** The host of a web address as a URL parser writes it, without dots at the end; null if the target has none that a server can have. */
export function hostOf(target: string): string | null {
  const url = /^https?:/i.test(target) ? URL.parse(target) : null;
  const host = url && withoutDotsAtEnd(url.hostname);
  return host !== null && isHost(host) ? host : null;
}

/** Reads a host as people write it into a list, alone or in an address; null if there is none. */
export function parseHost(text: string): string | null {
  const host = hostOf(text.includes('://') ? text : `http://${text.replace(/^\*\./, '')}`);
  return host !== null && (host.includes('.') || host.startsWith('[')) ? host : null;
}

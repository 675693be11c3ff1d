import { isObject } from '../is-object.ts';

/** What the registry says of the name under which a host lies. */
export interface Registration {
  readonly expiresAtMs: number | null;
  /** The states in which DNS stops answering for it, or will soon (RFC 8056 §2). */
  readonly holds: readonly string[];
}

const HOLDS = ['client hold', 'server hold', 'redemption period', 'pending delete'];

/** Reads the answer about a domain name (RFC 9083 §5.3); null for any other JSON. */
export function readRegistration(json: unknown): Registration | null {
  if (!isObject(json) || json['objectClassName'] !== 'domain') return null;
  const { events, status } = json;
  const expiration = toList(events).find(
    (event) => isObject(event) && event['eventAction'] === 'expiration',
  ) as { eventDate?: unknown } | undefined;
  const expiresAtMs = Date.parse(String(expiration?.eventDate));
  const states = new Set(toList(status).map((state) => String(state).toLowerCase()));
  return {
    expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
    holds: HOLDS.filter((hold) => states.has(hold)),
  };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

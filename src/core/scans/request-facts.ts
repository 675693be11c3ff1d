import { parseAcceptHeader } from '../http/accept-header.ts';

/** Where a scan came from, as far as the service may know. Everything is cut to `MAX_VALUE_CHARACTERS`, because it is stored in a log. */
const MAX_VALUE_CHARACTERS = 100;

/** Android apps send `android-app://com.example.app/`. */
const REFERRER_PROTOCOLS = new Set(['http:', 'https:', 'android-app:']);

/** A name with a dot and a letter in its last label. An IP address is not a host name, and may be the visitor's own. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?=[0-9-]*[a-z])[a-z0-9-]+$/;

/** The host of a `Referer` header; null if there is none, or it is not a host name. */
export function parseReferrerHost(referrer: string | null): string | null {
  const url = referrer === null ? null : URL.parse(referrer);
  if (!url || !REFERRER_PROTOCOLS.has(url.protocol)) return null;
  const host = url.hostname.toLowerCase();
  return HOST_NAME.test(host) ? host.slice(0, MAX_VALUE_CHARACTERS) : null;
}

/** The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4), without its region; of two equal ones, the first. */
export function parseLanguage(acceptLanguage: string | null): string | null {
  const languages = parseAcceptHeader(acceptLanguage).map(
    (tag) => /^([a-z]{2,3})(-[a-z0-9-]+)?$/.exec(tag)?.[1],
  );
  return languages.find((language) => language !== undefined) ?? null;
}

/** ISO 3166-1 alpha-2; null for other codes (Tor is `T1`, unknown is `XX`). */
export function parseCountry(country: unknown): string | null {
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
}

/** A region or a city with its country, because names repeat: `Bavaria, DE`, `Paris, FR`. */
export function parsePlace(place: unknown, country: string | null): string | null {
  if (typeof place !== 'string' || country === null) return null;
  // oxlint-disable-next-line no-control-regex -- a place name with control characters is none
  const name = place.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim();
  return name === '' ? null : `${name.slice(0, MAX_VALUE_CHARACTERS)}, ${country}`;
}

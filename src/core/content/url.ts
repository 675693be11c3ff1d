import type { ContentFault } from './content-fault.ts';
import type { ContentOptions, StaticContent } from './static-content.ts';
import { isHost, withoutDotsAtEnd } from './hosts/host.ts';
import { findUnsafeHost } from './hosts/unsafe-host.ts';
import { err, ok, type Result } from '../result.ts';
import { upTo } from '../text.ts';

/** `http` or `https`, two slashes and at least one character of a host. The URL parser alone would accept less. */
const ABSOLUTE_HTTP = /^https?:\/\/[^/?#]/i;

/** Printable ASCII without space (RFC 3986 §2): symbols and `Location` headers carry it unchanged. */
const PRINTABLE_ASCII = /^[\u{21}-\u{7E}]+$/u;

/** Common clients fail on a longer `Location` header; percent-encoding turns one character into nine. */
const LONGEST_URI = 8192;

/**
 * An absolute `http` or `https` URL without credentials, not on the service's own short-link host. Plain ASCII stays as it
 * was sent, byte for byte; anything else becomes its WHATWG serialisation.
 */
export function parseUrl(target: string, options: ContentOptions): Result<StaticContent, ContentFault> {
  const malformed = findMalformation(target);
  if (malformed !== null) return err(malformed);

  const url = URL.parse(target);
  if (url === null) return err({ code: 'url_not_parsed', values: {} });
  if (url.username !== '' || url.password !== '' || authorityOf(target).includes('@'))
    return err({ code: 'url_with_credentials', values: {} });
  const own = options.shortLinkHosts.find((host) => isOnHost(url, host));
  if (own !== undefined) return err({ code: 'url_of_short_link', values: { host: own } });
  if (!isHost(url.hostname)) return err({ code: 'url_host_malformed', values: {} });
  const kind = options.allowsPrivateHosts ? null : findUnsafeHost(url.hostname);
  if (kind !== null) return err({ code: 'url_not_public', values: { host: url.hostname, kind } });
  const uri = PRINTABLE_ASCII.test(target) ? target : url.href;
  if (uri.length > LONGEST_URI)
    return err({ code: 'url_too_long_encoded', values: { length: uri.length, longest: LONGEST_URI } });
  return ok({ symbolContent: uri, redirectTo: uri });
}

/** Refuses URLs that parsers read differently, because the scanner's parser is not ours. */
function findMalformation(target: string): ContentFault | null {
  if (!ABSOLUTE_HTTP.test(target)) {
    const [scheme] = /^[a-z][a-z0-9+.-]*:/i.exec(target) ?? [];
    const isOther = scheme !== undefined && !/^https?:$/i.test(scheme);
    return { code: 'url_without_host', values: { scheme: isOther ? scheme.slice(0, 40) : null } };
  }
  if (/\s/u.test(target)) return { code: 'url_with_white_space', values: {} };
  if (target.includes('\\')) return { code: 'url_with_backslash', values: {} };
  return null;
}

function authorityOf(target: string): string {
  return upTo(target.slice(target.indexOf('//') + 2), /[/?#]/);
}

/**
 * Whether a URL reaches `host`. The URL parser has already normalised upper case, percent-encoding, full-width letters and default ports; a
 * trailing dot names the same host. A host given without a port covers all its ports.
 */
function isOnHost(url: URL, host: string): boolean {
  const own = new URL(`https://${host}`);
  const isSameName = withoutDotsAtEnd(url.hostname) === withoutDotsAtEnd(own.hostname);
  return isSameName && (own.port === '' || own.port === url.port);
}

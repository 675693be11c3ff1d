import type { ContentOptions, ContentProblem, StaticContent } from './static-content.ts';
import { findUnsafeHost } from './unsafe-host.ts';
import { err, ok, type Result } from '../result.ts';

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
export function parseUrl(target: string, options: ContentOptions): Result<StaticContent, ContentProblem> {
  const malformed = findMalformation(target);
  if (malformed !== null) return err({ code: 'invalid_url', message: malformed });

  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null) {
    return err({
      code: 'invalid_url',
      message: 'The URL cannot be parsed: check its host and port, as in https://example.com/menu.',
    });
  }
  if (url.username !== '' || url.password !== '' || authorityOf(target).includes('@')) {
    return err({
      code: 'credentials_in_url',
      message:
        'The URL holds a user name or password, which everybody who scans the code could read; leave out what stands before the @.',
    });
  }
  if (isOnHost(url, options.shortLinkHost)) {
    return err({
      code: 'short_link_loop',
      message: `The URL is on ${options.shortLinkHost}, the host of the short links themselves, and would lead in a circle; give the final destination.`,
    });
  }
  const danger = options.allowsPrivateHosts ? null : findUnsafeHost(url.hostname);
  if (danger !== null) {
    return err({
      code: 'unsafe_target',
      message: `The URL leads to ${url.hostname}, which ${danger}; give an address that everybody who scans the code can open.`,
    });
  }
  const uri = PRINTABLE_ASCII.test(target) ? target : url.href;
  if (uri.length > LONGEST_URI) {
    return err({
      code: 'too_long',
      message: `The URL is ${uri.length} characters long once its characters beyond ASCII are percent-encoded; at most ${LONGEST_URI} reach every browser.`,
    });
  }
  return ok({ symbolContent: uri, redirectTo: uri });
}

/** Refuses URLs that parsers read differently, because the scanner's parser is not ours. */
function findMalformation(target: string): string | null {
  if (!ABSOLUTE_HTTP.test(target)) {
    const [scheme] = /^[a-z][a-z0-9+.-]*:/i.exec(target) ?? [];
    const isOther = scheme !== undefined && !/^https?:$/i.test(scheme);
    return `The URL must begin with http:// or https:// and a host, as in https://example.com/menu${isOther ? `; it begins with ${scheme.slice(0, 40)}` : ''}.`;
  }
  if (/\s/u.test(target)) return 'The URL has white space in it; write %20 for a space.';
  if (target.includes('\\')) return 'The URL has a backslash in it; write / or %5C.';
  return null;
}

function authorityOf(target: string): string {
  const start = target.indexOf('//') + 2;
  const length = target.slice(start).search(/[/?#]/);
  return length === -1 ? target.slice(start) : target.slice(start, start + length);
}

/**
 * Whether a URL reaches `host`. The URL parser has already normalised upper case, percent-encoding, full-width letters and default ports; a
 * trailing dot names the same host. A host given without a port covers all its ports.
 */
function isOnHost(url: URL, host: string): boolean {
  const own = new URL(`https://${host}`);
  const isSameName = withoutTrailingDots(url.hostname) === withoutTrailingDots(own.hostname);
  return isSameName && (own.port === '' || own.port === url.port);
}

function withoutTrailingDots(hostname: string): string {
  return hostname.replace(/\.+$/, '');
}

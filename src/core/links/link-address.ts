import type { CodeId } from '../codes/code-id.ts';
import type { ShortCode } from './short-code.ts';

/** A host that an account brings for its short links, canonical in lower case and punycode. */
export type LinkHost = string & { readonly __brand: 'LinkHost' };

/** Where a short link lives. */
export interface LinkAddress {
  /** Null for the operator's, which the configuration names. */
  readonly host: LinkHost | null;
  /** What follows the slash behind the host, in its canonical spelling. */
  readonly path: CodeId | ShortCode;
}

/** A code by its names in short links. */
export interface LinkName {
  /** The host that is printed. */
  readonly host: LinkHost | null;
  readonly codeId: CodeId;
  /** The owner's choice; null if the id is its only name. */
  readonly shortCode: ShortCode | null;
}

/** The address that a code's symbol and its texts show. */
export function printedAddress({ host, codeId, shortCode }: LinkName): LinkAddress {
  return { host, path: shortCode ?? codeId };
}

/** An address as the key of a cache or a copy: the path, behind its host and a slash unless that is the operator's. */
export type AddressKey = string & { readonly __brand: 'AddressKey' };

export function toAddressKey({ host, path }: LinkAddress): AddressKey {
  return (host === null ? path : `${host}/${path}`) as AddressKey;
}

/** A domain as such a key: no path is empty. */
export function toHostKey(host: LinkHost): AddressKey {
  return `${host}/` as AddressKey;
}

/**
 * The short URL as people read it: `https://go.example.com/k7m2p9qa`, or `https://brand.example/Spring/Sale`.
 * @param base the start of the URLs on the operator's host, without a slash at its end. On this machine, it also gives the port of others
 */
export function toShortUrl(base: string, { host, path }: LinkAddress): string {
  return `${toBase(base, host)}/${path}`;
}

/** The start of the short URLs on a host. */
export function toBase(base: string, host: LinkHost | null): string {
  if (host === null) return base;
  const { protocol, port } = new URL(base);
  return `${protocol}//${host}${port && `:${port}`}`;
}

/**
 * The short URL in a dynamic symbol: `https://GO.EXAMPLE.COM/K7M2P9QA`. Host and path in upper case fit the alphanumeric mode (ISO/IEC
 * 18004 §7.4.4) and make the symbol a version smaller. The scheme stays in lower case: hosts are case-insensitive and the Worker reads ids
 * and short codes in either case, but some readers match schemes literally. A path of the owner's choice on a host of theirs keeps its case.
 */
export function toSymbolUrl(base: string, name: LinkName): string {
  const shortUrl = toShortUrl(base, printedAddress(name));
  const { host, shortCode } = name;
  if (host !== null && shortCode !== null && shortCode !== shortCode.toUpperCase()) return shortUrl;
  const schemeEnd = shortUrl.indexOf(':');
  return shortUrl.slice(0, schemeEnd) + shortUrl.slice(schemeEnd).toUpperCase();
}

import type { CodeId } from '../codes/code-id.ts';
import type { ShortCode } from './short-code.ts';

/** A code by its names in short links. */
export interface LinkName {
  readonly codeId: CodeId;
  /** The owner's choice; null if the id is its only name. */
  readonly shortCode: ShortCode | null;
}

/** The short URL as people read it: `https://go.example.com/k7m2p9qa`, or `…/menu-2027`. `base` has no slash at its end. */
export function toShortUrl(base: string, { codeId, shortCode }: LinkName): string {
  return `${base}/${shortCode ?? codeId}`;
}

/**
 * The short URL in a dynamic symbol: `https://GO.EXAMPLE.COM/K7M2P9QA`. Host and path in upper case fit the alphanumeric mode (ISO/IEC
 * 18004 §7.4.4) and make the symbol a version smaller. The scheme stays in lower case: hosts are case-insensitive and the Worker reads ids
 * and short codes in either case, but some readers match schemes literally.
 */
export function toSymbolUrl(base: string, name: LinkName): string {
  const shortUrl = toShortUrl(base, name);
  const schemeEnd = shortUrl.indexOf(':');
  return shortUrl.slice(0, schemeEnd) + shortUrl.slice(schemeEnd).toUpperCase();
}

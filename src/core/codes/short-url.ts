import type { CodeId } from './code-id.ts';

/** The short URL as people read it: `https://go.example.com/k7m2p9qa`. `base` has no slash at its end. */
export function toShortUrl(base: string, codeId: CodeId): string {
  return `${base}/${codeId}`;
}

/**
 * The short URL as a dynamic symbol holds it: `https://GO.EXAMPLE.COM/K7M2P9QA`.
 * Host and path in upper case fit the alphanumeric mode (ISO/IEC 18004 §7.4.4) and make the symbol a version smaller. The scheme
 * stays in lower case: hosts are case-insensitive and the Worker reads ids in either case, but some readers match schemes literally.
 */
export function toSymbolUrl(base: string, codeId: CodeId): string {
  const shortUrl = toShortUrl(base, codeId);
  const schemeEnd = shortUrl.indexOf(':');
  return shortUrl.slice(0, schemeEnd) + shortUrl.slice(schemeEnd).toUpperCase();
}

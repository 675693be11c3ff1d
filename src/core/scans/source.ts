import type { CodeId } from '../codes/code-id.ts';

/** What a visitor opened: the symbol, or the link as it is shared. */
export const SOURCES = ['symbol', 'link', 'unknown'] as const;

export type Source = (typeof SOURCES)[number];

/**
 * Symbols hold the path in upper case (`toSymbolUrl`), links are shared in lower case; the case of a host never arrives. A path of the
 * owner's choice on a host of the account is spelled alike in both, and a path without letters looks alike in both.
 * @param path as it came. Some apps encode what needs no encoding, whatever the case of the rest
 * @param name as in `Scan`
 */
export function readSource(path: string, codeId: CodeId, name: string | null): Source {
  const slash = name?.indexOf('/') ?? -1;
  if (slash !== -1 && name?.slice(slash + 1).toLowerCase() !== codeId) return 'unknown';
  const letters = path.includes('%') ? path.replaceAll(/%[\dA-F]{2}/gi, '') : path;
  const upper = letters.toUpperCase();
  if (upper === letters.toLowerCase()) return 'unknown';
  return letters === upper ? 'symbol' : 'link';
}

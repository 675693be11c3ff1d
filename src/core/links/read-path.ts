import { type CodeId, parseCodeId } from '../codes/code-id.ts';
import type { LinkHost } from './link-address.ts';
import { LONGEST_OWN_PATH, parseOwnPath } from './own-path.ts';
import { parseShortCode, type ShortCode } from './short-code.ts';

type LinkPath = CodeId | ShortCode;

/** Reads the path of a short link, as it is printed or as people type it and apps paste it; null if it can never be one. */
export function readLinkPath(path: string, host: LinkHost | null = null): LinkPath | null {
  return parsePath(path, host) ?? parsePath(mend(path), host);
}

/** A path without a full stop at its end, which a path on a host of an account may have; null if it has none, or nothing is left. */
export function withoutFullStop(path: LinkPath): LinkPath | null {
  return path.endsWith('.') ? parseOwnPath(path.slice(0, -1)) : null;
}

/**
 * The path of a short link before a plus sign, which asks where it leads; null if it ends in none. On the operator's host, a slash before
 * it would change what the page's relative links mean.
 */
export function readQuestion(path: string, host: LinkHost | null = null): LinkPath | null {
  const [, asked] = /^([^+]*?)(?:\+|%2B)$/i.exec(path.slice(0, LONGEST_PATH)) ?? [];
  return asked === undefined || (host === null && asked.includes('/')) ? null : readLinkPath(asked, host);
}

/** The path of a short link on whatever host, in its own case, also before a plus sign; null if it can be none. */
export function readNamedPath(path: string): ShortCode | null {
  const asked = path.slice(0, LONGEST_PATH).replace(/(?:\+|%2B)$/i, '');
  return parseOwnPath(asked) ?? parseOwnPath(mend(asked));
}

function parsePath(path: string, host: LinkHost | null): LinkPath | null {
  return host === null ? (parseCodeId(path) ?? parseShortCode(path)) : parseOwnPath(path);
}

/** The longest path with each character encoded, and an end of three: longer paths are no short links. */
const LONGEST_PATH = 3 * LONGEST_OWN_PATH + 3;

/** Without what is often added to a link: a slash, or the end of the sentence around it. Some apps encode what needs no encoding. */
function mend(path: string): string {
  return path
    .slice(0, LONGEST_PATH)
    .replaceAll(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi, (encoded) => decodeURIComponent(encoded))
    .replace(/(?:[/.,)]|%20)$/, '');
}

import { type CodeId, parseCodeId } from '../codes/code-id.ts';
import { parseShortCode, type ShortCode } from './short-code.ts';

/** Reads the path of a short link, as it is printed or as people type it and apps paste it; null if it can never be one. */
export function readLinkPath(path: string): CodeId | ShortCode | null {
  return parsePath(path) ?? parsePath(mend(path));
}

/**
 * The path of a short link before a plus sign, which asks where it leads; null if it ends in none. A slash before it would change what the
 * page's relative links mean.
 */
export function readQuestion(path: string): CodeId | ShortCode | null {
  const [, asked] = /^([^+/]*?)(?:\+|%2B)$/i.exec(path.slice(0, LONGEST_PATH)) ?? [];
  return asked === undefined ? null : readLinkPath(asked);
}

function parsePath(path: string): CodeId | ShortCode | null {
  return parseCodeId(path) ?? parseShortCode(path);
}

/** The longest short code with each character encoded, and an end of three: longer paths are no short links. */
const LONGEST_PATH = 3 * 64 + 3;

/** Without what is often added to a link: a slash, or the end of the sentence around it. Some apps encode what needs no encoding. */
function mend(path: string): string {
  return path
    .slice(0, LONGEST_PATH)
    .replaceAll(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi, (encoded) => decodeURIComponent(encoded))
    .replace(/(?:[/.,)]|%20)$/, '');
}

import { upTo } from '../text.ts';
import { type CodeId, parseCodeId, parsePublicId } from '../codes/code-id.ts';
import { EXTERNAL_ID_PATTERN } from '../codes/external-id.ts';
import { LONGEST_SEARCH } from '../codes/limits.ts';
import { parseTag, toTagKey } from '../codes/tags.ts';
import { readPrintedName, toPrintedName } from '../gs1/printed-name.ts';
import type { LinkAddress, LinkHost } from '../links/link-address.ts';
import { parseOwnPath } from '../links/own-path.ts';
import { parseShortCode, type ShortCode } from '../links/short-code.ts';
import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf } from '../problem.ts';
import { foldText, toIndexed } from './fold.ts';

/** A search text as lists follow it: they show what contains each of its words, and what the whole text names. */
export interface Search {
  readonly words: readonly string[];
  /** The words of three characters or more, as the index has them. The others have no run of three characters to look up. */
  readonly indexed: readonly string[];
  readonly names: SearchedNames;
}

/** What the whole text may name; null where it cannot. */
export interface SearchedNames {
  readonly codeId: CodeId | null;
  readonly address: LinkAddress | null;
  readonly externalId: string | null;
  readonly tagKey: string | null;
}

export const MAX_SEARCH_WORDS = 20;
const SHORTEST_INDEXED = 3;

export interface SearchProblems extends PlainTextProblems {
  readonly too_many_words: { readonly most: number };
}

/** The problem of a search text; null if there is none. */
export function findSearchProblem(text: string): FaultOf<SearchProblems> | null {
  const problem = findPlainTextProblem(text, LONGEST_SEARCH);
  if (problem !== null) return problem;
  return listWords(text).length > MAX_SEARCH_WORDS
    ? { code: 'too_many_words', values: { most: MAX_SEARCH_WORDS } }
    : null;
}

/** @param shortUrlBase the start of every short URL, so that a pasted short link is known */
export function readSearch(text: string, shortUrlBase: string): Search {
  const words = listWords(text);
  const whole = text.trim();
  const name = toName(whole, shortUrlBase);
  const own = name === whole ? readOwnLink(whole) : null;
  const path = parseShortCode(name);
  const tag = parseTag(whole);
  return {
    words,
    indexed: words.map(toIndexed).filter((word) => [...word].length >= SHORTEST_INDEXED),
    names: {
      codeId: parsePublicId(name) ?? parseCodeId(name),
      address: own ?? (path && { host: null, path }),
      externalId: EXTERNAL_ID_PATTERN.test(whole) ? whole : null,
      tagKey: tag.ok ? toTagKey(tag.value) : null,
    },
  };
}

/** Each word once, however often and in whichever case it comes. */
function listWords(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return [...Map.groupBy(words, foldText).values()].flatMap(([word]) => word ?? []);
}

/** A short link on a host of an account, with or without its scheme. */
function readOwnLink(text: string): LinkAddress | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const path = url && url.hostname.includes('.') ? readPath(url.pathname.slice(1)) : null;
  return url && path ? { host: url.hostname as LinkHost, path } : null;
}

function readPath(path: string): ShortCode | null {
  const key = readPrintedName(path);
  return parseOwnPath(path) ?? (key.ok ? toPrintedName(key.value) : null);
}

/** The last part of a short link, with or without its scheme, in either case; any other text as it is. */
function toName(text: string, shortUrlBase: string): string {
  const withoutScheme = (url: string) => url.toLowerCase().replace(/^https?:\/\//, '');
  const link = withoutScheme(text);
  const start = `${withoutScheme(shortUrlBase)}/`;
  return link.startsWith(start) ? upTo(link.slice(start.length), /[/?#]/) : text;
}

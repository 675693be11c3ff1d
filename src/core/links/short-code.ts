import { CROCKFORD_BASE32 } from '../bytes/base32.ts';
import type { FaultOf, NoValues } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';

/**
 * A short code names a code in its short link, instead of its id: `menu-2027` in `https://go.example.com/menu-2027`. Its owner chooses it,
 * it is unique on the host for ever, and canonical in lower case; on a host of the account, it is a path and keeps its case.
 * docs/decisions/short-codes.md
 */
export type ShortCode = string & { readonly __brand: 'ShortCode' };

/** As callers may write it. */
const SHORT_CODE_PATTERN = /^[A-Za-z0-9-]{3,64}$/;

/**
 * Paths of the short-link host itself, words that speak for its operator, and paths that web scanners request from every host: these are
 * never looked up. Never add a word, because a printed code may already have it: new restrictions belong only in `checkShortCode`.
 */
const RESERVED: ReadonlySet<string> = new Set(
  `about abuse account accounts actuator admin administrator api app assets auth autodiscover backup backups billing cdn-cgi cgi-bin config
   console contact cpanel dashboard docs email favicon graphql health help home humans images impressum imprint index info jenkins legal
   login logout mail manager metrics null old owa password phpmyadmin pma privacy public register report reports robots root
   security server-status settings sign-in sign-out sign-up signin signout signup sitemap solr static status support swagger system terms
   test undefined user users vendor webmail well-known wordpress wp-admin wp-content wp-includes wp-json wp-login www xmlrpc`.split(
    /\s+/,
  ),
);

/** Reads a short code in either case, from a short URL or a symbol; null if the text can never be one. */
export function parseShortCode(text: string): ShortCode | null {
  // Before the case is folded: some characters beyond ASCII have these as their lower case.
  if (!isWellFormed(text)) return null;
  const lower = text.toLowerCase();
  return !RESERVED.has(lower) && shardOf(lower) === null ? (lower as ShortCode) : null;
}

/** Why an owner may not choose a text as a short code. */
export interface ShortCodeProblems {
  readonly short_code_malformed: NoValues;
  readonly own_path_malformed: NoValues;
  readonly short_code_reserved: { readonly shortCode: string };
  /** Ids have eight or nine characters, and a short code must not take the place of one. */
  readonly short_code_like_id: { readonly shortCode: string };
  readonly short_code_deceptive: NoValues;
}

/** Reads a short code that an owner chooses now, on the operator's host. */
export function checkShortCode(text: string): Result<ShortCode, FaultOf<ShortCodeProblems>> {
  if (!isWellFormed(text)) return err({ code: 'short_code_malformed', values: {} });
  const shortCode = text.toLowerCase();
  if (RESERVED.has(shortCode)) return err({ code: 'short_code_reserved', values: { shortCode } });
  if (shardOf(shortCode) !== null) return err({ code: 'short_code_like_id', values: { shortCode } });
  if (isDeceptive(shortCode)) return err({ code: 'short_code_deceptive', values: {} });
  return ok(shortCode as ShortCode);
}

function isWellFormed(text: string): boolean {
  return SHORT_CODE_PATTERN.test(text) && /[A-Za-z0-9]/.test(text);
}

/** Replaces letters and digits that people confuse with each other by one of them; removes hyphens. */
function fold(text: string): string {
  const alike: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'i',
    l: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '-': '',
  };
  return text.replaceAll(/[013457l-]/g, (character) => alike[character] ?? character);
}

const foldAll = (words: string) => words.split(' ').map(fold);

/** The names that most phishing uses, and the data that it asks for. Each word alone is allowed. */
const IMPERSONATED = foldAll(
  'adobe amazon apple binance coinbase dhl docusign dropbox ebay facebook fedex google icloud instagram linkedin metamask microsoft netflix office365 outlook paypal sparkasse telegram usps whatsapp',
);
const ASKED_FOR = foldAll(
  'account billing login logon passcode passwort password recovery refund signin suspended unlock verification verify wallet',
);

export function isDeceptive(text: string): boolean {
  const folded = fold(text);
  return (
    IMPERSONATED.some((name) => folded.includes(name)) && ASKED_FOR.some((word) => folded.includes(word))
  );
}

const FIRST_SHARD_ID_LENGTH = 8;

/** The shard of all ids with eight characters: the only database today. */
export const FIRST_SHARD = 0;

/**
 * The database of a code, by its id alone: docs/decisions/scale.md. An id of eight characters is in the first shard, one of nine in the
 * shard of its first character. Null if the text is not an id, in lower case, of any shard.
 */
export function shardOf(id: string): number | null {
  if (!/^[0-9a-hjkmnp-tv-z]{8,9}$/.test(id)) return null;
  if (id.length === FIRST_SHARD_ID_LENGTH) return FIRST_SHARD;
  const shard = CROCKFORD_BASE32.indexOf(id.charAt(0));
  // Nine characters with a leading zero would be a second spelling of the first shard's ids.
  return shard === FIRST_SHARD ? null : shard;
}

import type { FaultOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import type { LinkHost } from './link-address.ts';
import { checkShortCode, isDeceptive, type ShortCode, type ShortCodeProblems } from './short-code.ts';

/** A path on a host of an account, as other services print them: `Spring/Sale`. It keeps its case, and is unique on its host. */

export const LONGEST_OWN_PATH = 190;

/** Segments of unreserved characters (RFC 3986 §2.3), which no app encodes. */
const OWN_PATH_PATTERN = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/** What the short-link Worker serves itself on every host. */
const RESERVED = /^(?:\.well-known|__c|cdn-cgi|report)(?:\/|$)|^(?:robots\.txt|favicon\.ico)$/i;

/** Reads the path of a short link on a host of an account; null if the text can never be one. */
export function parseOwnPath(text: string): ShortCode | null {
  return isWellFormed(text) && !RESERVED.test(text) ? (text as ShortCode) : null;
}

/** Reads the end of a short link that an owner chooses now, on a host of the account, or on the operator's if it is null. */
export function checkChosenPath(
  text: string,
  host: LinkHost | null,
): Result<ShortCode, FaultOf<ShortCodeProblems>> {
  if (host === null) return checkShortCode(text);
  if (!isWellFormed(text)) return err({ code: 'own_path_malformed', values: {} });
  if (RESERVED.test(text)) return err({ code: 'short_code_reserved', values: { shortCode: text } });
  if (isDeceptive(text.toLowerCase())) return err({ code: 'short_code_deceptive', values: {} });
  return ok(text as ShortCode);
}

/** Browsers resolve segments of dots, so none ever arrives. */
function isWellFormed(text: string): boolean {
  return (
    text.length <= LONGEST_OWN_PATH &&
    OWN_PATH_PATTERN.test(text) &&
    !text.split('/').some((segment) => segment === '.' || segment === '..')
  );
}

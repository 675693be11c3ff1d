import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { checksum } from '#core/bytes/checksum.ts';
import type { ExpectedRevisions } from '#core/codes/qr-code.ts';
import { invalidFields } from '#contract/problems/api-error.ts';

/**
 * The entity tag (RFC 9110 §8.8.3) of a code: `"<revision>.<scans>"`, its status if it is not active, and hashes of its target's problem,
 * and its tags if it has any, because these change without an edit of the code. `If-None-Match` compares the whole tag, so
 * that a new scan gives a new response. `If-Match` compares only the revision, so that a scan does not refuse an edit. The tag is opaque to
 * callers.
 */
export function formatEntityTag({ code, scans, status, targetFailure }: CountedQrCode): string {
  // A status can change by time alone.
  const parts = [
    code.revision,
    scans,
    ...(status === 'active' ? [] : [status]),
    ...(targetFailure ? [`f${checksum(JSON.stringify(targetFailure))}`] : []),
    ...(code.tags.length === 0 ? [] : [`t${checksum(code.tags.join(','))}`]),
  ];
  return `"${parts.join('.')}"`;
}

/** The tag of every new code: its first revision, without scans. */
export const NEW_CODE_ENTITY_TAG = '"1.0"';

const ENTITY_TAG_LIST = /^\s*(W\/)?"[!#-~\x80-\xff]*"(\s*,\s*(W\/)?"[!#-~\x80-\xff]*")*\s*$/;

/**
 * Reads `If-Match` (RFC 9110 §13.1.1): the revisions that the caller expects; null if the caller accepts any revision. Weak tags match
 * nothing. Throws a 400 if the header is not a list of entity tags.
 */
export function parseIfMatch(header: string | undefined): ExpectedRevisions | null {
  if (header === undefined || header.trim() === '*') return null;
  if (!ENTITY_TAG_LIST.test(header)) {
    const message = '"If-Match" must be the ETag of an earlier response, with its quotes, or *.';
    throw invalidFields([{ field: 'If-Match', code: 'invalid_value', message }]);
  }
  const strong = header.split(',').map((tag) => /^\s*"(\d{1,15})\.\d+(?:\.[a-z0-9]+)*"\s*$/.exec(tag)?.[1]);
  return new Set(strong.filter((revision) => revision !== undefined).map(Number));
}

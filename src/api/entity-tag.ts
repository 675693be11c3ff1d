import type { ExpectedRevisions } from '../core/qr-code.ts';
import type { CountedQrCode } from '../service/read-qr-codes.ts';
import { invalidFields } from './errors.ts';

/**
 * Entity tags (RFC 9110 §8.8.3) of a code: `"<revision>.<scans>"`. The whole tag answers `If-None-Match`, so that a new scan is news;
 * `If-Match` compares the revision only, so that a scan does not spoil an edit. Opaque to callers.
 */
export function formatEntityTag({ code, scans }: CountedQrCode): string {
  return `"${code.revision}.${scans}"`;
}

/** The tag of every code that was just made: at its first revision, not scanned yet. */
export const NEW_CODE_ENTITY_TAG = '"1.0"';

const ENTITY_TAG_LIST = /^\s*(W\/)?"[!#-~\x80-\xff]*"(\s*,\s*(W\/)?"[!#-~\x80-\xff]*")*\s*$/;
const MAX_HEADER_CHARACTERS = 1_000;

/**
 * Reads `If-Match` (RFC 9110 §13.1.1): the revisions that the change may be made to; null where any will do.
 * Weak tags match nothing. Throws a 400 where the header is no list of entity tags.
 */
export function parseIfMatch(header: string | undefined): ExpectedRevisions | null {
  if (header === undefined || header.trim() === '*') return null;
  if (header.length > MAX_HEADER_CHARACTERS || !ENTITY_TAG_LIST.test(header)) {
    const message = '"If-Match" must be the ETag of an earlier answer, in its quotes, or *.';
    throw invalidFields([{ field: 'If-Match', code: 'invalid_value', message }]);
  }
  const strong = header.split(',').map((tag) => /^\s*"(\d{1,15})\.\d+"\s*$/.exec(tag)?.[1]);
  return new Set(strong.filter((revision) => revision !== undefined).map(Number));
}

/** Whether `If-None-Match` (RFC 9110 §13.1.2) names the tag: then the caller has this answer already. Weak comparison. */
export function isKnownTo(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > MAX_HEADER_CHARACTERS) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entityTag);
}

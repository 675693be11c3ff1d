/**
 * An external id is what an account's own system calls a code: an article number, an asset's tag. It is unique among the living codes of
 * the account, case counts, and it has no slash, so that it stands in a path as it is.
 */
export const EXTERNAL_ID_PATTERN = /^[A-Za-z0-9._:@-]{1,255}$/;
const ADDRESS_PREFIX = 'ext:';

/** What is wrong with a text that is no external id, after the name of its field. */
export const EXTERNAL_ID_RULE = 'must have 1 to 255 of the characters A–Z, a–z, 0–9 and . _ : @ -';

/** Whether a path names a code by its external id: an id of ours begins with `qr_`. */
export function isExternalAddress(text: string): boolean {
  return text.startsWith(ADDRESS_PREFIX);
}

/** Reads `ext:{external_id}`; null where the text is no such address. */
export function parseExternalAddress(text: string): string | null {
  const externalId = isExternalAddress(text) ? text.slice(ADDRESS_PREFIX.length) : '';
  return EXTERNAL_ID_PATTERN.test(externalId) ? externalId : null;
}

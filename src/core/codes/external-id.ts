/**
 * An external id is an account's own name for a code: an article number, an asset tag. It is unique among the account's living codes, is
 * case-sensitive, and has no slash, so that it fits a path unescaped.
 */
export const EXTERNAL_ID_PATTERN = /^[A-Za-z0-9._:@-]{1,255}$/;
export const LONGEST_EXTERNAL_ID = 255;
const ADDRESS_PREFIX = 'ext:';

/** Whether a path names a code by its external id: our own ids begin with `qr_`. */
export function isExternalAddress(text: string): boolean {
  return text.startsWith(ADDRESS_PREFIX);
}

/** The address of the code with an external id. */
export function toExternalAddress(externalId: string): string {
  return ADDRESS_PREFIX + externalId;
}

/** Reads `ext:{external_id}`; null for any other text. */
export function parseExternalAddress(text: string): string | null {
  const externalId = isExternalAddress(text) ? text.slice(ADDRESS_PREFIX.length) : '';
  return EXTERNAL_ID_PATTERN.test(externalId) ? externalId : null;
}

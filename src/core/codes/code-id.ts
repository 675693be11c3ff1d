import { toBase32 } from '../bytes/base32.ts';

/**
 * A code id names a QR code for ever: 8 characters of Crockford base 32, 40 random bits, canonical in lower case.
 * It is the last segment of the short URL, the name of the images, and, behind `qr_`, the id of the API.
 */
export type CodeId = string & { readonly __brand: 'CodeId' };

const CODE_ID_LENGTH = 8;
const CODE_ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{8}$/;
const PUBLIC_ID_PREFIX = 'qr_';

/** Random bytes that one code id consumes: 8 characters × 5 bits. */
export const CODE_ID_BYTES = 5;

/** Makes a code id from `CODE_ID_BYTES` random bytes. Only the table of all issued ids makes it unique. */
export function createCodeId(randomBytes: Uint8Array): CodeId {
  return toBase32(randomBytes.subarray(0, CODE_ID_BYTES)) as CodeId;
}

/** Reads a code id in either case, as in a short URL or a symbol; null if the text is not one. */
export function parseCodeId(text: string): CodeId | null {
  const lower = text.length === CODE_ID_LENGTH ? text.toLowerCase() : '';
  return CODE_ID_PATTERN.test(lower) ? (lower as CodeId) : null;
}

/** Reads the API's `qr_<code_id>` exactly as issued; null if the text is not one. */
export function parsePublicId(text: string): CodeId | null {
  if (!text.startsWith(PUBLIC_ID_PREFIX)) return null;
  const codeId = text.slice(PUBLIC_ID_PREFIX.length);
  return CODE_ID_PATTERN.test(codeId) ? (codeId as CodeId) : null;
}

export function toPublicId(codeId: CodeId): string {
  return PUBLIC_ID_PREFIX + codeId;
}

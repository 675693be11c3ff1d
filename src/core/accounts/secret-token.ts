import { toBase64Url } from '../bytes/base64url.ts';
import { sha256Hex } from '../bytes/sha256.ts';

/**
 * A secret that grants its holder access, as a sign-in link or a session cookie does: `<id>.<secret>`. The id finds the row; only the
 * SHA-256 of the secret's 256 random bits is stored, and compared in constant time.
 */
export interface SecretToken {
  readonly id: string;
  readonly secret: string;
}

/** Number of random bytes for `createSecretToken`. */
export const SECRET_TOKEN_BYTES = 44;
const ID_BYTES = 12;
const TOKEN_PATTERN = /^([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

export function createSecretToken(randomBytes: Uint8Array): SecretToken {
  return {
    id: toBase64Url(randomBytes.subarray(0, ID_BYTES)),
    secret: toBase64Url(randomBytes.subarray(ID_BYTES, SECRET_TOKEN_BYTES)),
  };
}

export function formatSecretToken({ id, secret }: SecretToken): string {
  return `${id}.${secret}`;
}

/** Null if the text is no token. */
export function parseSecretToken(text: string): SecretToken | null {
  const [, id, secret] = TOKEN_PATTERN.exec(text) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : null;
}

export function hashSecret({ secret }: SecretToken): Promise<string> {
  return sha256Hex(new TextEncoder().encode(secret));
}

/** Compares two texts in a time that depends only on their lengths. */
export function isSameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

import { toBase32 } from './base32.ts';
import { toHex } from './hex.ts';

/** Number of random bytes for `createRandomId`. */
export const RANDOM_ID_BYTES = 8;

export const ACCOUNT_ID_BYTES = 5;

/** Short, because each code has it in a row and in most of its indexes: `acc_7k2m9qpx`, 40 random bits. The table of accounts makes it unique. */
export function createAccountId(randomBytes: Uint8Array): string {
  return `acc_${toBase32(randomBytes.subarray(0, ACCOUNT_ID_BYTES))}`;
}

/** A public row id: `key_3f9a…`, 64 random bits in hex. */
export function createRandomId(prefix: string, randomBytes: Uint8Array): string {
  return `${prefix}_${toHex(randomBytes.subarray(0, RANDOM_ID_BYTES))}`;
}

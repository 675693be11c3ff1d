import { toHex } from './hex.ts';

/** Number of random bytes for `createRandomId`. */
export const RANDOM_ID_BYTES = 8;

/** A public row id: `key_3f9a…`, 64 random bits in hex. */
export function createRandomId(prefix: string, randomBytes: Uint8Array): string {
  return `${prefix}_${toHex(randomBytes.subarray(0, RANDOM_ID_BYTES))}`;
}

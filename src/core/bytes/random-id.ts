import { toHex } from './hex.ts';

/** Random bytes to hand to `createRandomId`. */
export const RANDOM_ID_BYTES = 8;

/** The id of a row that people may see: `key_3f9a…`, 64 random bits in hex. */
export function createRandomId(prefix: string, randomBytes: Uint8Array): string {
  return `${prefix}_${toHex(randomBytes.subarray(0, RANDOM_ID_BYTES))}`;
}

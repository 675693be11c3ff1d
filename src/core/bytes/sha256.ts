import { toHex } from './hex.ts';

/** SHA-256 (FIPS 180-4) in hex. */
export async function sha256Hex(data: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(data))));
}

/** Crockford's base 32: each character holds 5 bits. */
export const CROCKFORD_BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Bytes as text, 8 characters for each 5 bytes. Their number must be a multiple of 5. */
export function toBase32(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let i = (bytes.length * 8) / 5 - 1; i >= 0; i--) {
    text += CROCKFORD_BASE32.charAt(Number((bits >> BigInt(5 * i)) & 31n));
  }
  return text;
}

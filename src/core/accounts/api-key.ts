import { sha256Hex } from '../bytes/sha256.ts';
import { startOfUtcDay, toUtcDay } from '../utc-day.ts';

/**
 * An API key: `qr_live_` + 32 random base-62 characters (190 bits) + a 6-character checksum of the part before it. With the checksum, a
 * mistyped key is refused without storage, and a secret scanner can tell a leaked key from noise.
 */
export type ApiKey = string & { readonly __brand: 'ApiKey' };

const PREFIX = 'qr_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^qr_live_[0-9A-Za-z]{38}$/;

/** Number of random bytes for `createApiKey`: enough that it practically never runs out after rejecting unfair bytes (8 of 256). */
export const API_KEY_RANDOM_BYTES = 64;

/** The part of a key that may be stored to help people recognise it: its first 12 and last 4 characters. */
export function maskApiKey(key: ApiKey): { first: string; last: string } {
  return { first: key.slice(0, 12), last: key.slice(-4) };
}

/** Makes a key from `API_KEY_RANDOM_BYTES` random bytes. Throws if fewer than 32 of them are usable (chance below 2^-60). */
export function createApiKey(randomBytes: Uint8Array): ApiKey {
  // 248 = 4 × 62: bytes from 248 up would make the first characters of the alphabet likelier.
  const fair = [...randomBytes].filter((byte) => byte < 248).slice(0, SECRET_LENGTH);
  if (fair.length < SECRET_LENGTH) throw new Error('too few random bytes for an API key');
  const body = PREFIX + fair.map((byte) => BASE62.charAt(byte % 62)).join('');
  return (body + checksum(body)) as ApiKey;
}

/** Reads a key; null if its form or its checksum is wrong. */
export function parseApiKey(text: string): ApiKey | null {
  if (!KEY_PATTERN.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH) ? (text as ApiKey) : null;
}

/** The key's SHA-256 in hex: the only form in which it is stored. A slow hash would add nothing to 190 random bits. */
export function hashApiKey(key: ApiKey): Promise<string> {
  return sha256Hex(new TextEncoder().encode(key));
}

/** The expiry of a key from its last day, `YYYY-MM-DD`: that day's first moment, UTC. Null unless the text is a day in the future. */
export function parseExpiry(day: string, nowMs: number): number | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOfUtcDay(day) : Number.NaN;
  // The platform reads 31 February as a day in March.
  return time > nowMs && toUtcDay(time) === day ? time : null;
}

/** CRC-32 (ISO/IEC 13239) in base 62, padded to 6 characters. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = ~crc >>> 0;
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

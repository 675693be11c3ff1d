import { parseEmail } from '../content/email.ts';
import { sha256Hex } from '../bytes/sha256.ts';

/** RFC 5321 §4.5.3.1.3, without the brackets. */
const LONGEST_ADDRESS = 254;

/** An e-mail address in lower case, so that look-ups ignore case; null if the text is not an address. */
export function parseEmailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  if (address.length > LONGEST_ADDRESS || !/^[^\s:?@]+@[^\s:?@]+$/.test(address)) return null;
  return parseEmail(address).ok ? address : null;
}

/** A stand-in for an address in counters, which need not know it. */
export function hashEmailAddress(email: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(email));
}

import { parseEmail } from '../content/email.ts';
import { sha256Hex } from '../bytes/sha256.ts';

/** RFC 5321 §4.5.3.1.3, without the brackets. */
const LONGEST_ADDRESS = 254;

/** What to tell people whose e-mail address is none. */
export const EMAIL_ADDRESS_RULE = 'Enter an address like name@example.com.';

/** An e-mail address to reach a person at, in lower case, so that it is found however it is typed; null where the text is none. */
export function parseEmailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  if (address.length > LONGEST_ADDRESS || !/^[^\s:?@]+@[^\s:?@]+$/.test(address)) return null;
  return parseEmail(address).ok ? address : null;
}

/** What stands for an address where it is counted only, and need not be known. */
export function hashEmailAddress(email: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(email));
}

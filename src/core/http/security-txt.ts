import { parseEmailAddress } from '../accounts/email-address.ts';
import { DAY_MS } from '../utc-day.ts';

/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * The file `/.well-known/security.txt` (RFC 9116): the contact for vulnerabilities. It expires 180 days after the day on which it is read,
 * so it never has to be renewed. Null if `contact` is not a web address, an e-mail address or a number.
 * @param contact as the operator wrote it: `security@example.com`, or a URI such as `https://example.com/security`
 * @param url where the file is read
 */
export function formatSecurityTxt(contact: string, url: string, nowMs: number): string | null {
  const uri = toContactUri(contact.trim());
  if (uri === null) return null;
  const expires = new Date(nowMs - (nowMs % DAY_MS) + VALID_DAYS * DAY_MS).toISOString();
  const { origin, pathname } = new URL(url);
  return `Contact: ${uri}\nExpires: ${expires}\nCanonical: ${origin}${pathname}\n`;
}

export function toContactUri(contact: string): string | null {
  if (/^(?:https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(contact)) return contact;
  return parseEmailAddress(contact) === null ? null : `mailto:${contact}`;
}

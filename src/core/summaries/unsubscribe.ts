import { isSameText } from '../accounts/secret-token.ts';
import { HmacSha256 } from '../bytes/hmac-sha256.ts';

/** 192 bits of base64url. */
const SIGNATURE_CHARACTERS = 32;

/**
 * The token in the link that ends a person's summaries: `<person>.<signature>`. It allows nothing else, and works as long as there are
 * mails with it.
 */
export function signUnsubscribe(pepper: string, personId: string): string {
  const text = JSON.stringify(['unsubscribe', personId]);
  return `${personId}.${new HmacSha256(pepper).sign(text, SIGNATURE_CHARACTERS)}`;
}

/** The person whose summaries a link ends; null if we did not sign it. */
export function readUnsubscribe(pepper: string, text: string): string | null {
  const [, personId] = /^(per_[0-9a-f-]{1,36})\.[A-Za-z0-9_-]{32}$/.exec(text) ?? [];
  if (personId === undefined) return null;
  return isSameText(signUnsubscribe(pepper, personId), text) ? personId : null;
}

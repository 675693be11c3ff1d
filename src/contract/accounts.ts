import * as z from 'zod';
import { KEY_SCOPES, ROLES } from '#core/accounts/account.ts';
import { parseExpiry } from '#core/accounts/api-key.ts';
import { parseEmailAddress } from '#core/accounts/email-address.ts';
import { NAME_RULE, parseName } from '#core/accounts/name.ts';
import { parsedText } from './parsed-text.ts';

/** Accounts, people and keys. Only the dashboard sends these: the interface has no requests for them. */

export const name = parsedText(parseName, `must have ${NAME_RULE}.`);
const email = parsedText(parseEmailAddress, 'must be an address like name@example.com.');

export const nameBody = z.strictObject({ name });
export const signInBody = z.strictObject({ email });
/** The address is null where no mail is sent, and need not be proved. */
export const signUpBody = z.strictObject({ account: name, name, email: email.nullable() });
export const invitationBody = z.strictObject({ name, email: email.nullable(), role: z.enum(ROLES) });

/** The expiry is a day after the time that it is now. */
export function keyBody(nowMs: number) {
  const expires = parsedText(
    (day) => parseExpiry(day, nowMs),
    'must be a future date, such as 2030-12-31.',
  ).nullable();
  return z.strictObject({ name, scope: z.enum(KEY_SCOPES), expires });
}

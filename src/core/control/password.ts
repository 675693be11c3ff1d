import { HmacSha256 } from '../bytes/hmac-sha256.ts';
import type { PasswordHash } from './control.ts';

/** 192 bits of base64url. */
const HASH_CHARACTERS = 32;

/**
 * A stored password: HMAC-SHA-256 over salt and password under the service's pepper. Without the pepper, which is in no database, nobody
 * can test a guess. A slow hash would cost a scan more time than a Worker has.
 */
export function hashPassword(pepper: string, salt: string, password: string): PasswordHash {
  return { salt, hash: sign(pepper, ['password', salt, password.normalize('NFKC')]) };
}

export function isPassword(pepper: string, { salt, hash }: PasswordHash, password: string): boolean {
  return isEqual(hashPassword(pepper, salt, password).hash, hash);
}

/** How long an admitted visitor is not asked again. */
export const ADMISSION_SECONDS = 12 * 60 * 60;

/** A code, and what lets somebody in. */
export interface Admitting {
  readonly codeId: string;
  readonly password: Pick<PasswordHash, 'salt'>;
}

/**
 * The proof that somebody gave the password of this code: `<until in seconds since 1970>.<signature>`. The salt is in the signature: a new
 * password invalidates the proofs for the old one.
 */
export function signAdmission(pepper: string, code: Admitting, nowMs: number): string {
  const until = Math.floor(nowMs / 1_000) + ADMISSION_SECONDS;
  return `${until}.${signatureOf(pepper, code, until)}`;
}

export function isAdmission(pepper: string, code: Admitting, text: string, nowMs: number): boolean {
  const [, untilText, signature = ''] = /^(\d{1,12})\.([A-Za-z0-9_-]+)$/.exec(text) ?? [];
  const until = Number(untilText);
  const nowSeconds = nowMs / 1_000;
  if (!(nowSeconds < until && until <= nowSeconds + ADMISSION_SECONDS + 1)) return false;
  return isEqual(signatureOf(pepper, code, until), signature);
}

function signatureOf(pepper: string, { codeId, password }: Admitting, until: number): string {
  return sign(pepper, ['admission', codeId, password.salt, until]);
}

/** JSON keeps the parts apart; the first one names the purpose of the signature. */
function sign(pepper: string, parts: readonly unknown[]): string {
  return new HmacSha256(pepper).sign(JSON.stringify(parts), HASH_CHARACTERS);
}

/** The time does not depend on where two texts of one length differ. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

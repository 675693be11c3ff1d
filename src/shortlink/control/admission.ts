import type { CodeId } from '#core/codes/code-id.ts';
import type { PasswordHash } from '#core/control/control.ts';
import { ADMISSION_SECONDS, isAdmission, signAdmission } from '#core/control/password.ts';

/** A code with a password, as admissions to it are signed. */
export interface LockedCode {
  readonly codeId: CodeId;
  readonly password: PasswordHash;
}

/** `__Host-`: of this host alone, for all its paths, and over TLS only (RFC 6265bis §4.1.3.2). */
const nameOf = ({ codeId }: LockedCode) => `__Host-qr-${codeId}`;

/** Whether the cookies of a request hold a proof that its sender gave the code's password. */
export function holdsAdmission(pepper: string, code: LockedCode, cookies: string, nowMs: number): boolean {
  const start = `${nameOf(code)}=`;
  return cookies
    .split(/;\s*/)
    .some(
      (cookie) => cookie.startsWith(start) && isAdmission(pepper, code, cookie.slice(start.length), nowMs),
    );
}

export function createAdmissionCookie(pepper: string, code: LockedCode, nowMs: number): string {
  const admission = signAdmission(pepper, code, nowMs);
  return `${nameOf(code)}=${admission}; Path=/; Max-Age=${ADMISSION_SECONDS}; Secure; HttpOnly; SameSite=Lax`;
}

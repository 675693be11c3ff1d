import type { CodeId } from '../codes/code-id.ts';
import type { PasswordHash } from '../control/control.ts';
import { toBase64Url } from '../bytes/base64url.ts';
import { sha256Hex } from '../bytes/sha256.ts';

/** What a link shows the statistics of. */
export type ShareSubject =
  | { readonly kind: 'code'; readonly codeId: CodeId }
  | { readonly kind: 'tag'; readonly tagId: number }
  | { readonly kind: 'account' };

/** A link by which people without an account read statistics, and nothing else. */
export interface Share {
  readonly id: string;
  readonly accountId: string;
  readonly subject: ShareSubject;
  /** Null where the link alone opens it. */
  readonly password: PasswordHash | null;
  readonly expiresAtMs: number;
}

/** How long a link may work, in days. */
export const SHARE_DAYS = [7, 30, 90, 365] as const;

/** How many links an account may have that work. */
export const MAX_SHARES = 100;

export const SHORTEST_SHARE_PASSWORD = 8;
export const LONGEST_SHARE_PASSWORD = 128;

/** 256 bits: nobody guesses a link. */
export const SHARE_TOKEN_BYTES = 32;

/** What stands in the link. Only its hash is stored. */
export function createShareToken(random: Uint8Array): string {
  if (random.length !== SHARE_TOKEN_BYTES) throw new RangeError('a token of another length');
  return toBase64Url(random);
}

/** Null where the text cannot be a token: then nothing is looked up. */
export function hashShareToken(text: string): Promise<string> | null {
  return /^[A-Za-z0-9_-]{43}$/.test(text) ? sha256Hex(new TextEncoder().encode(text)) : null;
}

import type { CodeId } from '../codes/code-id.ts';
import type { PasswordHash } from '../control/control.ts';
import { toBase64Url } from '../bytes/base64url.ts';
import { sha256Hex } from '../bytes/sha256.ts';

/** The scope of the statistics behind a link. */
export type ShareSubject =
  | { readonly kind: 'code'; readonly codeId: CodeId }
  | { readonly kind: 'tag'; readonly tagId: number }
  | { readonly kind: 'account' };

/** A link that shows statistics, and nothing else, to people without an account. */
export interface Share {
  readonly id: string;
  readonly accountId: string;
  readonly subject: ShareSubject;
  /** The only view that it shows, as the query of the page of analytics; null if its readers choose the days, without filters. */
  readonly view: string | null;
  /** Null if the link alone grants access. */
  readonly password: PasswordHash | null;
  readonly expiresAtMs: number;
}

/** The maximum lifetime of a link, in days. */
export const SHARE_DAYS = [7, 30, 90, 365] as const;

/** The maximum number of working links in an account. */
export const MAX_SHARES = 100;

export const SHORTEST_SHARE_PASSWORD = 8;
export const LONGEST_SHARE_PASSWORD = 128;

/** 256 bits: nobody can guess a link. */
export const SHARE_TOKEN_BYTES = 32;

/** The token in the link. Only its hash is stored. */
export function createShareToken(random: Uint8Array): string {
  if (random.length !== SHARE_TOKEN_BYTES) throw new RangeError('a token of another length');
  return toBase64Url(random);
}

/** Null if the text cannot be a token: then nothing is looked up. */
export function hashShareToken(text: string): Promise<string> | null {
  return /^[A-Za-z0-9_-]{43}$/.test(text) ? sha256Hex(new TextEncoder().encode(text)) : null;
}

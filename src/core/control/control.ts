import type { TypedLink } from '../gs1/typed-link.ts';
import type { Conditions } from './conditions.ts';
import type { Flags } from './flags.ts';
import type { Preview } from './preview.ts';
import type { Utm } from './utm.ts';

/**
 * The owner's decisions about a dynamic code's scans, apart from its target. Times are milliseconds since 1970. A field that may be absent is
 * younger than stored control: without it the control is as it was, so that a Worker from before it still reads it.
 */
export interface Control extends Flags {
  /** Scans are redirected from this time on. */
  readonly startsAtMs: number | null;
  /** Scans are redirected before this time. */
  readonly endsAtMs: number | null;
  /** After this many scans in its lifetime the code is exhausted. */
  readonly maxScans: number | null;
  /** Where scans of an inactive code lead, instead of a page that explains why. */
  readonly fallbackUrl: string | null;
  readonly password: PasswordHash | null;
  /** In order: the first match decides. */
  readonly rules: readonly Rule[];
  /** Empty if the code is not split. */
  readonly variants: readonly Variant[];
  /** Since when the variants have their current shares. */
  readonly variantsSinceMs: number | null;
  /** Added to the target, wherever that leads; not to `fallbackUrl`. */
  readonly utm?: Utm;
  /** At least one of its parts is set. */
  readonly preview?: Preview;
  /** Of a GS1 code: where it leads besides its target. */
  readonly links?: readonly TypedLink[];
}

export interface PasswordHash {
  /** New with each password, so that admissions for an old one end. */
  readonly salt: string;
  readonly hash: string;
}

/** Control in a code's history: it shows that the password changed, but nothing to test guesses against. */
export type RecordedControl = Omit<Control, 'password'> & {
  readonly password: Pick<PasswordHash, 'salt'> | null;
};

export interface Rule {
  /** Names it in statistics; no two rules of a code share one. */
  readonly name: string;
  /** As sent: in printable ASCII. */
  readonly target: string;
  readonly when: Conditions;
}

export interface Variant {
  readonly name: string;
  readonly target: string;
  /** Share of visitors in percent; the weights of a code's variants sum to 100. */
  readonly weight: number;
}

/** A code whose target alone decides. */
export const NO_CONTROL: Control = {
  startsAtMs: null,
  endsAtMs: null,
  maxScans: null,
  fallbackUrl: null,
  password: null,
  rules: [],
  variants: [],
  variantsSinceMs: null,
};

/** Whether scans reach the target regardless of clock and request: a part that is added later counts by itself. */
export function isPlain({ variantsSinceMs: _since, ...parts }: Control): boolean {
  return Object.values(parts).every(
    (part) =>
      part === undefined || part === null || part === false || (Array.isArray(part) && part.length === 0),
  );
}

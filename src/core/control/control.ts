import type { Conditions } from './conditions.ts';

/** What the owner of a dynamic code decided about its scans, apart from its target. Times are milliseconds since 1970. */
export interface Control {
  readonly isPaused: boolean;
  /** Scans lead on from this time on. */
  readonly startsAtMs: number | null;
  /** Scans lead on before this time. */
  readonly endsAtMs: number | null;
  /** After this many scans in its lifetime the code is exhausted. */
  readonly maxScans: number | null;
  /** Where the scans of an inactive code lead, instead of a page that says why. */
  readonly fallbackUrl: string | null;
  readonly password: PasswordHash | null;
  /** In order: the first that matches decides. */
  readonly rules: readonly Rule[];
  /** Empty where the code is not split. */
  readonly variants: readonly Variant[];
  /** Since when the variants are as they are: shares of scans from before were others. */
  readonly variantsSinceMs: number | null;
  /** Whether the short link's query goes on to the target. */
  readonly forwardsQuery: boolean;
}

export interface PasswordHash {
  /** New with each password, so that what was given for an old one no longer admits. */
  readonly salt: string;
  readonly hash: string;
}

/** Control as the history of a code keeps it: that the password changed, but nothing that it could be tried against. */
export type RecordedControl = Omit<Control, 'password'> & {
  readonly password: Pick<PasswordHash, 'salt'> | null;
};

export interface Rule {
  /** Names it in statistics; no two rules of a code share one. */
  readonly name: string;
  /** As it is sent: in printable ASCII. */
  readonly target: string;
  readonly when: Conditions;
}

export interface Variant {
  readonly name: string;
  readonly target: string;
  /** Visitors in a hundred; the weights of a code's variants sum to 100. */
  readonly weight: number;
}

/** A code that nothing but its target decides about. */
export const NO_CONTROL: Control = {
  isPaused: false,
  startsAtMs: null,
  endsAtMs: null,
  maxScans: null,
  fallbackUrl: null,
  password: null,
  rules: [],
  variants: [],
  variantsSinceMs: null,
  forwardsQuery: false,
};

/** Whether scans are led to the target whatever the clock and the request say. */
export function isPlain(control: Control): boolean {
  const { isPaused, startsAtMs, endsAtMs, maxScans, fallbackUrl, password, rules, variants, forwardsQuery } =
    control;
  return (
    !isPaused &&
    !forwardsQuery &&
    startsAtMs === null &&
    endsAtMs === null &&
    maxScans === null &&
    fallbackUrl === null &&
    password === null &&
    rules.length === 0 &&
    variants.length === 0
  );
}

import type { Fact, FactName } from './facts.ts';

/** Null means unknown. */
export type Facts = { readonly [Name in FactName]: Fact<Name> | null };

/**
 * The facts about the request behind a scan. Null means unknown, and no rule matches an unknown value. Implementations may compute a field
 * on first access: a decision reads only the fields that its code needs.
 */
export interface Visit extends Facts {
  /** ISO 3166-1 alpha-2, in upper case. */
  readonly country: string | null;
  /** ISO 3166-2, in upper case: `DE-BY`. */
  readonly region: string | null;
  /** Language tags that the reader accepts with a quality of at least 0.9, in lower case: see `listAcceptedLanguages`. */
  readonly languages: readonly string[];
  /** The short link's query, percent-encoded, without its question mark. */
  readonly query: string;
  /** 0 to 99, always the same for one visitor of one code: see `toVisitorShare`. */
  readonly visitorShare: number;
  /** Whether the visitor has given this code's password. */
  readonly isAdmitted: boolean;
}

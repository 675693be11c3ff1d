/**
 * Problems are data: what is wrong, in which field, and the relevant values. A phrase book puts them into words. Each subject lists its
 * codes in an interface, from a code to its values.
 */

/** The values of a problem whose code says everything. */
export type NoValues = { readonly [name in never]: never };

/** A problem with a value, regardless of its field. */
export type FaultOf<Codes> = {
  [C in keyof Codes]: { readonly code: C; readonly values: Codes[C] };
}[keyof Codes];

/** A problem with a field: its path in JSON, as in `rules[2].when.country[0]`, or the name of the query parameter. */
export type ProblemOf<Codes> = {
  [C in keyof Codes]: { readonly code: C; readonly field: string; readonly values: Codes[C] };
}[keyof Codes];

/** Turns a problem with a value into a problem with its field. */
export function inField<F extends { readonly code: unknown; readonly values: unknown }>(
  field: string,
  fault: F,
): F & { readonly field: string } {
  return { ...fault, field };
}

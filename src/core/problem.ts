/**
 * Problems are data: what is wrong, in which field, and the relevant values. A phrase book puts them into words. Each subject lists its
 * codes in an interface, from a code to its values.
 */

/** The values of a problem whose code says everything. */
export type NoValues = { readonly [name in never]: never };

/** What is wrong with a value, regardless of its field. */
export type FaultOf<Codes> = {
  [C in keyof Codes]: { readonly code: C; readonly values: Codes[C] };
}[keyof Codes];

/** What is wrong with a field: its path in JSON, as in `rules[2].when.country[0]`, or the name of the query parameter. */
export type ProblemOf<Codes> = {
  [C in keyof Codes]: { readonly code: C; readonly field: string; readonly values: Codes[C] };
}[keyof Codes];

/** Puts what is wrong with a value on the field that holds it. */
export function inField<F extends { readonly code: unknown; readonly values: unknown }>(
  field: string,
  fault: F,
): F & { readonly field: string } {
  return { ...fault, field };
}

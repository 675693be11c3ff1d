/** Something wrong with what an owner sent about a code's scans. */
export interface ControlProblem {
  /** The path of the field in JSON: `rules[2].when.country[0]`. */
  readonly field: string;
  /** For machines. */
  readonly code: string;
  /** For people: a sentence that names the field and says what would be right. */
  readonly message: string;
}

export function problem(field: string, code: string, message: string): ControlProblem {
  return { field, code, message };
}

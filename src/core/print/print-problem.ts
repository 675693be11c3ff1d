/** What is wrong with a field of a request for a print file, and what would be right. */
export interface PrintProblem {
  /** The field, by its name in the interface. */
  readonly field: string;
  readonly code: 'required' | 'conflict' | 'too_small' | 'too_big' | 'invalid_value' | 'low_contrast';
  /** A sentence that starts with the field in quotes. */
  readonly message: string;
}

/** Why a file as a whole cannot be read. `line` counts from 1, as editors do. */
export interface FileProblem {
  readonly line: number;
  readonly code:
    | 'not_utf8'
    | 'not_text'
    | 'unclosed_quote'
    | 'text_after_quote'
    | 'too_many_columns'
    | 'row_too_long'
    | 'too_many_rows'
    | 'no_rows'
    | 'no_target'
    | 'repeated_column'
    | 'file_too_large';
  /** A sentence with the problem and the correct form. */
  readonly message: string;
}

/** The limits of a file: a larger file is refused as a whole, and must be split. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 200;

/** As the body of a request that creates one code. */
export const MAX_RECORD_CHARACTERS = 64 * 1024;

export function recordTooLong(line: number): FileProblem {
  const message = `The row that begins in line ${line} is longer than ${MAX_RECORD_CHARACTERS} characters. Is a quote missing?`;
  return { line, code: 'row_too_long', message };
}

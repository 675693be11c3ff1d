import type { FaultOf, NoValues } from '../problem.ts';
import type { Encoding } from './encoding.ts';

/** Why a file as a whole cannot be read. */
export interface FileProblems {
  /** What it may be instead, and cells that show whether it is. */
  readonly not_utf8: { readonly guess: Encoding | null; readonly sample: readonly string[] };
  /** It is not in the encoding that its sender named. */
  readonly not_encoding: { readonly encoding: Encoding };
  readonly not_text: { readonly found: 'archive' | 'gzip' | 'zero_byte' };
  readonly unclosed_quote: NoValues;
  readonly text_after_quote: NoValues;
  readonly too_many_columns: NoValues;
  readonly row_too_long: NoValues;
  readonly too_many_rows: { readonly most: number };
  readonly no_rows: NoValues;
  readonly no_target: NoValues;
  /** Two columns have this meaning. */
  readonly repeated_column: { readonly meaning: string };
  readonly file_too_large: { readonly most: number };
  /** As they are stored, where a control character takes six bytes. */
  readonly rows_too_large: { readonly most: number };
}

/** `row` counts as in `CsvRecord`. */
export type FileProblem = FaultOf<FileProblems> & { readonly row: number };

/** The limits of a file: a larger file is refused as a whole, and must be split. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Its rows as they are stored until the import is over: the names of their fields and escaped characters add to the file. */
export const MAX_STORED_BYTES = 2 * MAX_FILE_BYTES;
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 200;

/** As the body of a request that creates one code. */
export const MAX_RECORD_CHARACTERS = 64 * 1024;

export function recordTooLong(row: number): FileProblem {
  return { row, code: 'row_too_long', values: {} };
}

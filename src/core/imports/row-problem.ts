import type { CodeId } from '../codes/code-id.ts';
import type { TagProblems } from '../codes/tags.ts';
import type { FaultOf, NoValues, ProblemOf } from '../problem.ts';
import type { ShortCodeProblems } from '../links/short-code.ts';

/** What can be wrong with a row of a file, beside what can be wrong with the code that it makes. */
export interface RowProblems extends Pick<TagProblems, 'tags_no_json'> {
  readonly row_without_json: NoValues;
  readonly row_without_time: NoValues;
  readonly row_without_counts: NoValues;
  readonly row_without_count: NoValues;
  /** The row counts fewer scans than its days do together. */
  readonly row_counts_too_few: { readonly counted: number };
  /** An earlier row has the same external id, or takes the same path. */
  readonly row_repeats_code: { readonly row: number; readonly externalId: string };
  readonly row_repeats_path: { readonly row: number; readonly path: string };
  /** An earlier row has the same id of a code of the account. */
  readonly row_repeats_id: { readonly row: number; readonly codeId: CodeId };
  /** The row names a code of the account by its id, and differs from it. */
  readonly own_row_differs: { readonly codeId: CodeId };
  /** A code has the external id already, and the row differs from it. */
  readonly row_differs: { readonly codeId: CodeId; readonly externalId: string };
  /** Why the code of a row stays as the import left it, although that is undone. */
  readonly changed_since_import: NoValues;
  readonly scanned_since_import: { readonly scans: number };
  /** Deleting the code would take its short code for ever, which may be printed. */
  readonly keeps_short_code: { readonly shortCode: string };
  /** The cell that names the code shows a number without its last digits. */
  readonly digits_lost: { readonly cell: string };
  /** No code has the external id, but one whose digits a spreadsheet may show so. */
  readonly digits_changed: { readonly externalId: string };
  readonly row_too_wide: { readonly cells: number; readonly columns: number };
  readonly row_no_object: { readonly row: number };
  readonly row_no_json: { readonly row: number; readonly error: string };
}

export type RowProblem = ProblemOf<RowProblems>;

/** A fact about a row that is worth a warning although the row is imported. */
export interface RowWarnings {
  /** The printed link goes on leading where its host leads it. */
  readonly path_elsewhere: { readonly host: string };
  /** The path of the printed link can be no short code. */
  readonly path_refused: { readonly address: string; readonly fault: FaultOf<ShortCodeProblems> };
  readonly password_not_imported: NoValues;
  /** Further short links that the code does not get. */
  readonly names_taken: { readonly names: string };
  readonly names_too_many: { readonly names: string; readonly most: number };
  readonly names_without_room: { readonly names: string };
  /** The row has an id of this service that no code of the account has. */
  readonly unknown_id: NoValues;
  /** The row has another external id, which is how a spreadsheet shows the digits of the code's own. */
  readonly external_id_kept: { readonly externalId: string };
  /** The title had line breaks, and a title is one line. */
  readonly title_joined: NoValues;
}

export type RowWarning = FaultOf<RowWarnings>;

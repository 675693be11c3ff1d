import type { RowProblem } from './read-fields.ts';
import type { ImportFormat } from './read-file.ts';

/** An import of a file: what it was asked to do, how far it is, and what came of its rows. */

export const IMPORT_STATUSES = ['reading', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What becomes of a row whose code is there already and differs: it is left alone, changed, or counts as failed. */
export const CONFLICT_MODES = ['skip', 'update', 'fail'] as const;
export type ConflictMode = (typeof CONFLICT_MODES)[number];

export const ROW_STATES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type RowState = (typeof ROW_STATES)[number];

export interface ImportOptions {
  readonly format: ImportFormat;
  /** A dry run makes the same report and changes no code. */
  readonly isDryRun: boolean;
  readonly onConflict: ConflictMode;
  /** Where the codes come from; null where that is told from the columns. */
  readonly source: string | null;
}

export interface ImportJob extends Omit<ImportOptions, 'source'> {
  readonly id: string;
  readonly accountId: string;
  /** The person or API key that started it: the history of edits names them. */
  readonly editorId: string;
  readonly status: ImportStatus;
  readonly source: string;
  /** Columns that mean nothing here. */
  readonly ignoredColumns: readonly string[];
  /** Rows of the file, and how many of them are done. */
  readonly rows: number;
  readonly position: number;
  readonly counts: Readonly<Record<RowState, number>>;
  /** Why it failed, for people. */
  readonly failure: string | null;
  /** Whether its file is still there: a dry run can be started for real until it is not. */
  readonly hasFile: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What is wrong with a row, as the error of a request that creates its code. */
interface RowError {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly RowProblem[] | undefined;
}

/** What became of a row, or in a dry run would become of it. */
export interface RowResult {
  readonly row: number;
  /** The line of the file in which it begins. */
  readonly line: number;
  readonly state: RowState;
  /** `qr_…`; null where there is no code, as for a row that a dry run would create. */
  readonly id: string | null;
  readonly externalId: string;
  /** As the file has it, shortened. */
  readonly target: string | null;
  readonly error: RowError | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export function isOpen(status: ImportStatus): boolean {
  return status === 'reading' || status === 'queued' || status === 'running';
}

import type { ImportFormat } from './read-file.ts';

/** An import of a file: its request, its progress, and the outcomes of its rows. */

export const IMPORT_STATUSES = ['reading', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The handling of a row whose code exists and differs: leave it alone, change it, or count it as failed. */
export const CONFLICT_MODES = ['skip', 'update', 'fail'] as const;
export type ConflictMode = (typeof CONFLICT_MODES)[number];

export const ROW_STATES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type RowState = (typeof ROW_STATES)[number];

export interface ImportOptions {
  readonly format: ImportFormat;
  /** A dry run makes the same report and changes no code. */
  readonly isDryRun: boolean;
  readonly onConflict: ConflictMode;
  /** The source of the codes; null to recognise it by the columns. */
  readonly source: string | null;
}

export interface ImportJob extends Omit<ImportOptions, 'source'> {
  readonly id: string;
  readonly accountId: string;
  /** The person or API key that started it: the history of edits names them. */
  readonly editorId: string;
  readonly status: ImportStatus;
  readonly source: string;
  /** Columns without a meaning here. */
  readonly ignoredColumns: readonly string[];
  /** Rows of the file, and how many of them are done. */
  readonly rows: number;
  readonly position: number;
  readonly counts: Readonly<Record<RowState, number>>;
  /** Why it failed, for people. */
  readonly failure: string | null;
  /** Whether its file still exists: until it is deleted, a dry run can be started for real. */
  readonly hasFile: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The problem of a row, as the error of a request that creates its code. */
interface RowError {
  readonly code: string;
  readonly message: string;
  readonly errors?:
    | readonly { readonly field: string; readonly code: string; readonly message: string }[]
    | undefined;
}

/** No tag holds a comma. */
export const TAG_SEPARATOR = ', ';

/** The outcome of a row, or its expected outcome in a dry run. */
export interface RowResult {
  readonly row: number;
  /** The line of the file in which it begins. */
  readonly line: number;
  readonly state: RowState;
  /** `qr_…`; null if there is no code, as for a row that a dry run would create. */
  readonly id: string | null;
  readonly externalId: string;
  /** As the file has it, shortened. */
  readonly target: string | null;
  readonly title: string | null;
  /** With `TAG_SEPARATOR` between them. */
  readonly tags: string | null;
  /** The short link as it is, or will be; null if the import chooses it, or the row has no code. */
  readonly shortUrl: string | null;
  readonly error: RowError | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export function isOpen(status: ImportStatus): boolean {
  return status === 'reading' || status === 'queued' || status === 'running';
}

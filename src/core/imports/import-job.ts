import type { FaultOf, NoValues } from '../problem.ts';
import { DAY_MS } from '../utc-day.ts';
import type { Encoding } from './encoding.ts';
import type { ImportFormat } from './read-file.ts';
import type { RowWarning } from './row-problem.ts';

/** An import of a file: its request, its progress, and the outcomes of its rows. */

export const IMPORT_STATUSES = ['reading', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The handling of a row whose code exists and differs: leave it alone, change it, or count it as failed. */
export const CONFLICT_MODES = ['skip', 'update', 'fail'] as const;
export type ConflictMode = (typeof CONFLICT_MODES)[number];

/** A code is deleted only where an import is undone. */
export const ROW_STATES = ['created', 'updated', 'unchanged', 'skipped', 'failed', 'deleted'] as const;
export type RowState = (typeof ROW_STATES)[number];

export interface ImportOptions {
  readonly format: ImportFormat;
  /** Of a file that is not UTF-8. */
  readonly encoding?: Encoding | null;
  /** A dry run makes the same report and changes no code. */
  readonly isDryRun: boolean;
  readonly onConflict: ConflictMode;
  /** The source of the codes; null to recognise it by the columns. */
  readonly source: string | null;
}

export interface ImportJob extends Omit<ImportOptions, 'source' | 'encoding'> {
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
  readonly failure: ImportFailure | null;
  /** The import that this one undoes: its rows are those of the other one, and there is no file. */
  readonly undoes: string | null;
  readonly isUndone: boolean;
  /** Whether its file still exists: until it is deleted, a dry run can be started for real. */
  readonly hasFile: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Why an import failed as a whole. */
export interface ImportFailures {
  /** The account has no room for the rest of the report. */
  readonly no_room: NoValues;
  /** The service failed too often. */
  readonly stopped: { readonly done: number; readonly rows: number };
  readonly file_deleted: NoValues;
}

export type ImportFailure = FaultOf<ImportFailures>;

/** Why a row failed. Each door puts its problems into its own words. */
export interface RowError<Problem> {
  /** The code of the error in the interface: also that of problems that are left out. */
  readonly code: string;
  readonly problems: readonly Problem[];
  /** Whether problems are left out. */
  readonly isCut: boolean;
}

/** No tag holds a comma. */
export const TAG_SEPARATOR = ', ';

/** A field of a code as the row changes it, or would: both values as in a cell of an export. */
export interface RowChange {
  readonly field: string;
  readonly from: string | number | boolean | null;
  readonly to: string | number | boolean | null;
}

/** The outcome of a row, or its expected outcome in a dry run. Its problems are those of a request, which core does not know. */
export interface RowResult<Problem = unknown> {
  /** Its row and its line, as in `CsvRecord`. */
  readonly row: number;
  readonly line: number;
  readonly state: RowState;
  /** `qr_…`; null if there is no code, as for a row that a dry run would create. */
  readonly id: string | null;
  readonly externalId: string | null;
  /** As the file has it, shortened. */
  readonly target: string | null;
  readonly title: string | null;
  /** With `TAG_SEPARATOR` between them. */
  readonly tags: string | null;
  /** The short link as it is, or will be; null if the import chooses it, or the row has no code. */
  readonly shortUrl: string | null;
  /** How the row differs from the code that existed, if it is updated or skipped. */
  readonly changes: readonly RowChange[];
  /** The number of changes that have no room here. */
  readonly changesLeftOut: number;
  readonly error: RowError<Problem> | null;
  readonly warnings: readonly RowWarning[];
}

/** How long an import can be undone. */
const UNDO_MS = DAY_MS;

/** Whether an import can be undone: it is over, it changed something, and what was there before is still kept. */
export function canUndo(job: ImportJob, nowMs: number): boolean {
  const { status, isDryRun, undoes, isUndone, hasFile, counts, updatedAtMs } = job;
  const isOver = !isOpen(status) && nowMs - updatedAtMs < UNDO_MS;
  return (
    isOver && !isDryRun && undoes === null && !isUndone && hasFile && counts.created + counts.updated > 0
  );
}

export function isOpen(status: ImportStatus): boolean {
  return status === 'reading' || status === 'queued' || status === 'running';
}

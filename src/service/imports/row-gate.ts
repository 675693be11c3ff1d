import type { QrCode } from '#core/codes/qr-code.ts';
import type { Upsert } from '#core/codes/code-request.ts';
import type { Template } from '#core/styles/template.ts';
import type { RowError } from '#core/imports/import-job.ts';
import type { RowProblem } from '#core/imports/read-fields.ts';
import type { ImportRow } from '#core/imports/row.ts';
import type { Result } from '#core/result.ts';
import type { UpsertProblem } from '../codes/upsert.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * How the rows of a file become codes: as the body of an API request that creates one, with the same checks and error messages. The API
 * provides it, because bodies and errors belong to the API.
 */
export interface RowGate {
  /** The template that a row names: its id, or `default`; null if it names none. */
  templateOf(row: Pick<ImportRow, 'body'>): string | null;
  /** @param templates the templates that rows name, by their names */
  read(
    row: Pick<ImportRow, 'body' | 'externalId' | 'comesPaused' | 'origin'>,
    templates: ReadonlyMap<string, Template>,
  ): Result<Upsert, RowError>;
  explain(problem: UpsertProblem): RowError;
  /** What is wrong with the row itself. */
  explainRow(problems: readonly RowProblem[]): RowError;
  /** The code already exists and differs from the row. */
  explainConflict(code: QrCode): RowError;
}

/** The dependencies of imports, in addition to those of every use case. */
export type ImportDependencies = Dependencies & { readonly rowGate: RowGate };

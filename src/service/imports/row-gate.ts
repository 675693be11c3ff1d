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
 * How the rows of a file become codes: as the body of a request to the API that creates one, checked by the same checks and refused in the
 * same words. The API provides it, because bodies and errors are its matter.
 */
export interface RowGate {
  /** The template that a row names: its id, or `default`; null where it names none. */
  templateOf(row: Pick<ImportRow, 'body'>): string | null;
  /** @param templates those that rows name, by their names */
  read(
    row: Pick<ImportRow, 'body' | 'externalId' | 'comesPaused' | 'origin'>,
    templates: ReadonlyMap<string, Template>,
  ): Result<Upsert, RowError>;
  explain(problem: UpsertProblem): RowError;
  /** What is wrong with the row itself. */
  explainRow(problems: readonly RowProblem[]): RowError;
  /** The code is there already, and another than the row says. */
  explainConflict(code: QrCode): RowError;
}

/** What imports work with besides what every use case does. */
export type ImportDependencies = Dependencies & { readonly rowGate: RowGate };

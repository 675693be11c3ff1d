import {
  type FileProblem,
  type FileProblems,
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  MAX_RECORD_CHARACTERS,
} from '#core/imports/file-problem.ts';
import type { ImportFailure, ImportFailures } from '#core/imports/import-job.ts';
import type { RowWarning, RowWarnings } from '#core/imports/row-problem.ts';
import { say } from '#languages/say.ts';
import { type BookOf, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

const ROW_WARNINGS: BookOf<RowWarnings> = {
  path_elsewhere: ({ host }) =>
    say(
      'Printed codes with a {host} link still lead where {host} sends them. You can only move a domain that you own: point it to this service, and enter it when you upload the file.',
      { host },
    ),
  path_refused: ({ address, fault }) =>
    say('Printed codes with {address} will not lead to this code, which gets another short link: {reason}', {
      address,
      reason: sayIn(SHARED_PHRASES, fault, say('a short code')),
    }),
  names_taken: ({ names }) =>
    say('Another code has or had these short links, so they were left out: {names}', { names }),
  names_too_many: ({ names, most }) =>
    say(
      'An import gives a code at most {most, number} short links besides its first, so these were left out: {names}',
      {
        most,
        names,
      },
    ),
  names_without_room: ({ names }) =>
    say('The plan has no room for these short links, so they were left out: {names}', { names }),
  unknown_id: () => say('No code of your account has the id of this row, so it is a new code.'),
  external_id_kept: ({ externalId }) =>
    say(
      'The external id is still "{externalId}": spreadsheets take digits off such a number unless its column is formatted as text.',
      { externalId },
    ),
  title_joined: () => say('The title had line breaks. It is now one line.'),
  password_not_imported: () =>
    say('Passwords are not imported: a new code starts paused. Give it a password, then resume it.'),
};

export function sayRowWarning(warning: RowWarning): string {
  return sayIn(ROW_WARNINGS, warning, '');
}

/** A warning as the interface says it. */
export function toReportedWarning(warning: RowWarning): { readonly code: string; readonly message: string } {
  const isOfPath = warning.code === 'path_elsewhere' || warning.code === 'path_refused';
  return {
    code: isOfPath ? 'path_lost' : warning.code,
    message: sayRowWarning(warning),
  };
}

const FAILURES: BookOf<ImportFailures> = {
  no_room: () =>
    say(
      'There is no room for the rest of its report, which counts towards the storage of your plan. Delete codes or images that you no longer need, or send the file in smaller parts. Rows that are done stay as they are.',
    ),
  stopped: ({ done, rows }) =>
    say(
      'The service stopped after {done, number} of {rows, number} rows: send the file again, and rows that are done stay as they are.',
      { done, rows },
    ),
  file_deleted: () => say('Its file was deleted before it was finished. Send it again.'),
};

/** Why an import failed as a whole. */
export function sayImportFailure(failure: ImportFailure): string {
  return sayIn(FAILURES, failure, '');
}

const OTHER_FORMATS: Readonly<Record<FileProblems['not_text']['found'], (row: string) => string>> = {
  archive: () =>
    say('This is a workbook or a ZIP archive, not CSV. Save the file as “CSV UTF-8” and send it again.'),
  gzip: () => say('This file is compressed with gzip. Unpack it and send it again.'),
  zero_byte: (row) =>
    say(
      'Row {row} contains a zero byte, which text never has. Save the file as “CSV UTF-8” and send it again.',
      {
        row,
      },
    ),
};

/** The subject is the number of the row. */
const FILE_PHRASES: BookOf<FileProblems> = {
  not_utf8: (_, row) =>
    say(
      'Row {row} is not UTF-8. Save the file as “CSV UTF-8” (LibreOffice asks for the character set) and send it again.',
      { row },
    ),
  not_encoding: ({ encoding }) =>
    say('This file is not {encoding}. Save the file as “CSV UTF-8” and send it again.', { encoding }),
  not_text: ({ found }, row) => OTHER_FORMATS[found](row),
  unclosed_quote: (_, row) => say('Row {row} has a quote that is never closed.', { row }),
  text_after_quote: (_, row) =>
    say('Row {row} has text after a closing quote. A quote within a cell is written twice: "".', { row }),
  too_many_columns: (_, row) =>
    say('Row {row} has more than {most} columns.', {
      row,
      most: String(MAX_COLUMNS),
    }),
  row_too_long: (_, row) =>
    say('Row {row} is longer than {most} characters. Is a quote missing?', {
      row,
      most: String(MAX_RECORD_CHARACTERS),
    }),
  too_many_rows: ({ most }, row) =>
    say('A file may have at most {most, number} rows: row {row} is beyond them. Split it into several.', {
      most,
      row,
    }),
  no_rows: () => say('The file has no rows. Send a header and a row for each code.'),
  no_target: (_, row) =>
    say(
      'No column of the header in row {row} says where a code leads. Name one of them "target", "url", "website" or "link".',
      { row },
    ),
  repeated_column: ({ meaning }, row) =>
    say('Two columns of the header in row {row} mean "{meaning}". Keep one of them.', { row, meaning }),
  file_too_large: ({ most }) =>
    say('A file may have at most {size}. Split it into several.', {
      size: most === MAX_FILE_BYTES ? '10 MiB' : `${Math.floor(most / 1024)} KiB`,
    }),
  rows_too_large: ({ most }, row) =>
    say(
      'Rows 1 to {row} take more than {most} MiB to store. Remove control characters, or split the file into several.',
      { row, most: String(most / 1024 / 1024) },
    ),
};

/** Why a file cannot be read, in the same words everywhere. */
export function sayFileProblem(problem: FileProblem): string {
  return sayIn(FILE_PHRASES, problem, String(problem.row));
}

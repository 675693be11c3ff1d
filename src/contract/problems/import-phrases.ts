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
      'Prints with a link of {host} keep leading where {host} sends them. Only a domain that you own can move: point it to this service, and name it with the file.',
      { host },
    ),
  path_refused: ({ address, fault }) =>
    say('Prints of {address} will not lead to this code, which gets another short link: {reason}', {
      address,
      reason: sayIn(SHARED_PHRASES, fault, say('a short code')),
    }),
  title_joined: () => say('The title had line breaks. It is now one line.'),
  password_not_imported: () =>
    say('Passwords do not travel: a new code comes paused. Give it a password, then resume it.'),
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
      'There is no room for the rest of its report, which counts among the stored bytes of your plan. Delete codes or images that you no longer need, or send the file in smaller parts. Rows that are done stay as they are.',
    ),
  stopped: ({ row }) =>
    say(
      'The service could not go on behind row {row}: send the file again, and rows that are done stay as they are.',
      { row: String(row) },
    ),
  file_deleted: () => say('Its file was deleted before it was finished. Send it again.'),
};

/** Why an import failed as a whole. */
export function sayImportFailure(failure: ImportFailure): string {
  return sayIn(FAILURES, failure, '');
}

const OTHER_FORMATS: Readonly<Record<FileProblems['not_text']['found'], (line: string) => string>> = {
  utf16: () => say('This file is UTF-16. Save the file as “CSV UTF-8” and send it again.'),
  archive: () =>
    say('This is a workbook or a ZIP archive, not CSV. Save the file as “CSV UTF-8” and send it again.'),
  gzip: () => say('This file is compressed with gzip. Unpack it and send it again.'),
  zero_byte: (line) =>
    say('Line {line} holds a zero byte, which no text has. Save the file as “CSV UTF-8” and send it again.', {
      line,
    }),
};

/** The subject is the number of the line. */
const FILE_PHRASES: BookOf<FileProblems> = {
  not_utf8: (_, line) =>
    say('Line {line} is not UTF-8. Save the file as “CSV UTF-8” and send it again.', { line }),
  not_text: ({ found }, line) => OTHER_FORMATS[found](line),
  unclosed_quote: (_, line) =>
    say('The row that begins in line {line} has a quote that is never closed.', { line }),
  text_after_quote: (_, line) =>
    say(
      'The row that begins in line {line} has text behind a closing quote. A quote within a cell is written twice: "".',
      { line },
    ),
  too_many_columns: (_, line) =>
    say('The row that begins in line {line} has more than {most} columns.', {
      line,
      most: String(MAX_COLUMNS),
    }),
  row_too_long: (_, line) =>
    say('The row that begins in line {line} is longer than {most} characters. Is a quote missing?', {
      line,
      most: String(MAX_RECORD_CHARACTERS),
    }),
  too_many_rows: ({ most }, line) =>
    say('A file may have at most {most, number} rows: line {line} is beyond them. Split it into several.', {
      most,
      line,
    }),
  no_rows: () => say('The file has no rows. Send a header and a row for each code.'),
  no_target: (_, line) =>
    say(
      'No column of the header in line {line} says where a code leads. Name one of them "target", "url", "website" or "link".',
      { line },
    ),
  repeated_column: ({ meaning }, line) =>
    say('Two columns of the header in line {line} mean "{meaning}". Keep one of them.', { line, meaning }),
  file_too_large: ({ most }) =>
    say('A file may have at most {size}. Split it into several.', {
      size: most === MAX_FILE_BYTES ? '10 MiB' : `${Math.floor(most / 1024)} KiB`,
    }),
  rows_too_large: ({ most }, line) =>
    say(
      'The rows up to line {line} take more than {most} MiB to store. Remove control characters, or split the file into several.',
      { line, most: String(most / 1024 / 1024) },
    ),
};

/** Why a file cannot be read, in the same words everywhere. */
export function sayFileProblem(problem: FileProblem): string {
  return sayIn(FILE_PHRASES, problem, String(problem.line));
}

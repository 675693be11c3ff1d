import {
  type FileProblem,
  type FileProblems,
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  MAX_RECORD_CHARACTERS,
} from '#core/imports/file-problem.ts';
import type { RowWarning, RowWarnings } from '#core/imports/row-problem.ts';
import { type BookOf, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

const ROW_WARNINGS: BookOf<RowWarnings> = {
  path_elsewhere: ({ host }) =>
    `Prints with a link of ${host} keep leading where ${host} sends them. Only a domain that you own can move: point it to this service, and name it with the file.`,
  path_refused: ({ address, fault }) =>
    `Prints of ${address} will not lead to this code, which gets another short link: ${sayIn(SHARED_PHRASES, fault, 'a short code')}`,
  title_joined: () => 'The title had line breaks. It is now one line.',
  password_not_imported: () =>
    'Passwords do not travel: a new code comes paused. Give it a password, then resume it.',
};

/** What the report of an import says of a warning. */
export function toReportedWarning(warning: RowWarning): { readonly code: string; readonly message: string } {
  const isOfPath = warning.code === 'path_elsewhere' || warning.code === 'path_refused';
  return { code: isOfPath ? 'path_lost' : warning.code, message: sayIn(ROW_WARNINGS, warning, '') };
}

const SAVE_AGAIN = 'Save the file as “CSV UTF-8” and send it again.';

const OTHER_FORMATS: Readonly<Record<FileProblems['not_text']['found'], (line: string) => string>> = {
  utf16: () => `This file is UTF-16. ${SAVE_AGAIN}`,
  archive: () => `This is a workbook or a ZIP archive, not CSV. ${SAVE_AGAIN}`,
  gzip: () => 'This file is compressed with gzip. Unpack it and send it again.',
  zero_byte: (line) => `Line ${line} holds a zero byte, which no text has. ${SAVE_AGAIN}`,
};

/** The subject is the number of the line. */
const FILE_PHRASES: BookOf<FileProblems> = {
  not_utf8: (_, line) => `Line ${line} is not UTF-8. ${SAVE_AGAIN}`,
  not_text: ({ found }, line) => OTHER_FORMATS[found](line),
  unclosed_quote: (_, line) => `The row that begins in line ${line} has a quote that is never closed.`,
  text_after_quote: (_, line) =>
    `The row that begins in line ${line} has text behind a closing quote. A quote within a cell is written twice: "".`,
  too_many_columns: (_, line) => `The row that begins in line ${line} has more than ${MAX_COLUMNS} columns.`,
  row_too_long: (_, line) =>
    `The row that begins in line ${line} is longer than ${MAX_RECORD_CHARACTERS} characters. Is a quote missing?`,
  too_many_rows: ({ most }, line) =>
    `A file may have at most ${most.toLocaleString('en')} rows: line ${line} is beyond them. Split it into several.`,
  no_rows: () => 'The file has no rows. Send a header and a row for each code.',
  no_target: (_, line) =>
    `No column of the header in line ${line} says where a code leads. Name one of them "target", "url", "website" or "link".`,
  repeated_column: ({ meaning }, line) =>
    `Two columns of the header in line ${line} mean "${meaning}". Keep one of them.`,
  file_too_large: ({ most }) =>
    `A file may have at most ${most === MAX_FILE_BYTES ? '10 MiB' : `${Math.floor(most / 1024)} KiB`}. Split it into several.`,
  rows_too_large: ({ most }, line) =>
    `The rows up to line ${line} take more than ${most / 1024 / 1024} MiB to store. Remove control characters, or split the file into several.`,
};

/** Why a file cannot be read, in the same words everywhere. */
export function sayFileProblem(problem: FileProblem): string {
  return sayIn(FILE_PHRASES, problem, String(problem.line));
}

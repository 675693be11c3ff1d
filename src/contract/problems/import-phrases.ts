import {
  type FileProblem,
  type FileProblems,
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  MAX_RECORD_CHARACTERS,
} from '#core/imports/file-problem.ts';
import type { ImportFailure, ImportFailures } from '#core/imports/import-job.ts';
import type { RowWarning, RowWarnings } from '#core/imports/row-problem.ts';
import type { FaultOf } from '#core/problem.ts';
import { type Message, say } from '#languages/say.ts';
import { type BookOf, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

const ROW_WARNINGS = {
  path_elsewhere:
    'Printed codes with a {host} link still lead where {host} sends them. You can only move a domain that you own: point it to this service, and enter it when you upload the file.',
  path_refused: ({ address, fault }) =>
    say('Printed codes with {address} will not lead to this code, which gets another short link: {reason}', {
      address,
      reason: sayIn(SHARED_PHRASES, fault, say('a short code')),
    }),
  names_taken: 'Another code has or had these short links, so they were left out: {names}',
  names_too_many:
    'An import gives a code at most {most, number} short links besides its first, so these were left out: {names}',
  names_without_room: 'The plan has no room for these short links, so they were left out: {names}',
  unknown_id: 'No code of your account has the id of this row, so it is a new code.',
  external_id_kept:
    'The external id is still "{externalId}": spreadsheets take digits off such a number unless its column is formatted as text.',
  title_joined: 'The title had line breaks. It is now one line.',
  password_not_imported:
    'Passwords are not imported: a new code starts paused. Give it a password, then resume it.',
} satisfies BookOf<RowWarnings>;

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

const FAILURES = {
  no_room:
    'There is no room for the rest of its report, which counts towards the storage of your plan. Delete codes or images that you no longer need, or send the file in smaller parts. Rows that are done stay as they are.',
  stopped:
    'The service stopped after {done, number} of {rows, number} rows: send the file again, and rows that are done stay as they are.',
  file_deleted: 'Its file was deleted before it was finished. Send it again.',
} satisfies BookOf<ImportFailures>;

/** Why an import failed as a whole. */
export function sayImportFailure(failure: ImportFailure): string {
  return sayIn(FAILURES, failure, '');
}

const OTHER_FORMATS = {
  archive: 'This is a workbook or a ZIP archive, not CSV. Save the file as “CSV UTF-8” and send it again.',
  gzip: 'This file is compressed with gzip. Unpack it and send it again.',
  zero_byte:
    'Row {row} contains a zero byte, which text never has. Save the file as “CSV UTF-8” and send it again.',
} as const satisfies Readonly<Record<FileProblems['not_text']['found'], Message>>;

/** The problems of a file, with their row among the values. */
type Problems = {
  readonly [C in keyof FileProblems]: FileProblems[C] & { readonly row: number };
};

const FILE_PHRASES = {
  not_utf8:
    'Row {row} is not UTF-8. Save the file as “CSV UTF-8” (LibreOffice asks for the character set) and send it again.',
  not_encoding: 'This file is not {encoding}. Save the file as “CSV UTF-8” and send it again.',
  not_text: ({ found, row }) => say(OTHER_FORMATS[found], { row: String(row) }),
  unclosed_quote: 'Row {row} has a quote that is never closed.',
  text_after_quote: 'Row {row} has text after a closing quote. A quote within a cell is written twice: "".',
  too_many_columns: ({ row }) =>
    say('Row {row} has more than {most} columns.', { row: String(row), most: String(MAX_COLUMNS) }),
  row_too_long: ({ row }) =>
    say('Row {row} is longer than {most} characters. Is a quote missing?', {
      row: String(row),
      most: String(MAX_RECORD_CHARACTERS),
    }),
  too_many_rows:
    'A file may have at most {most, number} rows: row {row} is beyond them. Split it into several.',
  no_rows: 'The file has no rows. Send a header and a row for each code.',
  no_target:
    'No column of the header in row {row} says where a code leads. Name one of them "target", "url", "website" or "link".',
  repeated_column: 'Two columns of the header in row {row} mean "{meaning}". Keep one of them.',
  file_too_large: ({ most }) =>
    say('A file may have at most {size}. Split it into several.', {
      size: most === MAX_FILE_BYTES ? '10 MiB' : `${Math.floor(most / 1024)} KiB`,
    }),
  rows_too_large: ({ most, row }) =>
    say(
      'Rows 1 to {row} take more than {most} MiB to store. Remove control characters, or split the file into several.',
      { row: String(row), most: String(most / 1024 / 1024) },
    ),
} satisfies BookOf<Problems>;

/** Why a file cannot be read, in the same words everywhere. */
export function sayFileProblem({ code, values, row }: FileProblem): string {
  return sayIn(FILE_PHRASES, { code, values: { ...values, row } } as FaultOf<Problems>, '');
}

import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { formatTags } from '#core/imports/values.ts';
import { formatCsvLine } from '#core/csv-line.ts';
import type { CodeStream } from '../codes/read.ts';
import { toByteStream } from '#core/bytes/byte-stream.ts';
import { eachPage } from '../lists/page-stream.ts';
import { qrCodeDetails } from '#contract/codes/responses.ts';
import { type Hosts, type QrCodeDetailsResource, toResource } from '#contract/resources.ts';
import { toLines } from './rows.ts';

/** The media types of the whole list: CSV for spreadsheets, NDJSON for programs. */
export type ExportType = 'text/csv' | 'application/x-ndjson';

type Field = keyof typeof qrCodeDetails.shape;

/** What follows from the other fields, or is only in responses for a single code. */
const LEFT_OUT: ReadonlySet<string> = new Set<Field>([
  'scan_check',
  'logo_check',
  'target_problem',
  // The target says the same, and an import reads it.
  'content',
]);

/** The columns of the CSV are the fields of a code in their order, with one column for each of its two colours. */
const COLUMNS = (Object.keys(qrCodeDetails.shape) as Field[])
  .filter((field) => !LEFT_OUT.has(field))
  .flatMap((field) => (field === 'color' ? (['color_dark', 'color_light'] as const) : [field]));

/** The first line of the CSV. */
export const CSV_HEAD = formatCsvLine(COLUMNS);

/** The line of a code: what is no single value stands there as JSON, and tags as people write them, names as short links between spaces. */
export function toCsvLine(code: QrCodeDetailsResource): string {
  const { color, tags, names = [], ...others } = code;
  const values = {
    ...others,
    color_dark: color.dark,
    color_light: color.light,
    names: names.map(({ short_url }) => short_url).join(' '),
    tags: tags.length === 0 ? null : formatTags(tags),
  };
  return formatCsvLine(COLUMNS.map((column) => toCell(values[column])));
}

/** A value of the interface as a cell. */
export function toCell(value: unknown): string | number | boolean | null {
  if (typeof value !== 'object') return value as string | number | boolean;
  return value === null || Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/** The export as a stream, page by page: memory does not grow with the account. */
export function streamExport(codes: CodeStream, type: ExportType, hosts: Hosts): ReadableStream<Uint8Array> {
  const isCsv = type === 'text/csv';
  const toLine = (counted: CountedQrCode) => {
    const code = toResource(counted, hosts);
    return isCsv ? toCsvLine(code) : `${JSON.stringify(code)}\n`;
  };
  const head = isCsv ? CSV_HEAD : '';
  return toByteStream(toLines(eachPage(codes), toLine, head));
}

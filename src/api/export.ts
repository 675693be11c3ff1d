import type { CountedQrCode } from '../service/read-qr-codes.ts';
import { type Hosts, toResource } from './resources.ts';

/** The list as a whole, in the two forms that spreadsheets and programs read line by line. */
export const EXPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

type Resource = ReturnType<typeof toResource>;

/** The columns of the CSV: the fields of a code, its colours apart. */
const CSV_COLUMNS: readonly (readonly [
  name: string,
  read: (code: Resource) => string | number | boolean | null,
])[] = [
  ['id', (code) => code.id],
  ['type', (code) => code.type],
  ['target', (code) => code.target],
  ['dynamic', (code) => code.dynamic],
  ['short_url', (code) => code.short_url],
  ['image_url', (code) => code.image_url],
  ['svg_url', (code) => code.svg_url],
  ['scans', (code) => code.scans],
  ['created_at', (code) => code.created_at],
  ['title', (code) => code.title],
  ['color_dark', (code) => code.color.dark],
  ['color_light', (code) => code.color.light],
  ['format', (code) => code.format],
  ['size', (code) => code.size],
  ['margin', (code) => code.margin],
  ['error_correction', (code) => code.error_correction],
  ['updated_at', (code) => code.updated_at],
];

/**
 * The export as a stream that reads the next page only when the last one was taken: its memory does not grow with the account.
 * A failure half-way breaks the stream off, so that nobody takes a part for the whole.
 */
export function streamExport(
  pages: AsyncGenerator<readonly CountedQrCode[]>,
  firstPage: readonly CountedQrCode[],
  type: ExportType,
  hosts: Hosts,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const format = type === 'text/csv' ? toCsvLine : toJsonLine;
  const toLines = (codes: readonly CountedQrCode[]) =>
    codes.map((code) => format(toResource(code, hosts))).join('');
  const head = type === 'text/csv' ? `${CSV_COLUMNS.map(([name]) => name).join(',')}\r\n` : '';
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(head + toLines(firstPage)));
    },
    async pull(controller) {
      const page = await pages.next();
      if (page.done) controller.close();
      else controller.enqueue(encoder.encode(toLines(page.value)));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}

function toJsonLine(code: Resource): string {
  return `${JSON.stringify(code)}\n`;
}

/** RFC 4180: lines end in CR LF; a cell with a comma, a quote or a line break is quoted. */
function toCsvLine(code: Resource): string {
  const cells = CSV_COLUMNS.map(([, read]) => {
    const value = read(code);
    const cell = value === null ? '' : String(value);
    return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${cells.join(',')}\r\n`;
}

import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { formatTags } from '#core/imports/values.ts';
import { formatCsvLine } from '#core/csv-line.ts';
import type { CodeStream } from '../codes/read.ts';
import { toByteStream } from '../byte-stream.ts';
import { eachPage } from '../lists/page-stream.ts';
import { type Hosts, type QrCodeDetailsResource, toResource } from '#contract/resources.ts';
import { toLines } from './rows.ts';

/** The media types of the whole list: CSV for spreadsheets, NDJSON for programs. */
export type ExportType = 'text/csv' | 'application/x-ndjson';

/** The columns of the CSV: the fields of a code, with one column for each of the two colours, and what is no single value as JSON. */
const CSV_COLUMNS: readonly (readonly [
  name: string,
  read: (code: QrCodeDetailsResource) => string | number | boolean | null,
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
  ['status', (code) => code.status],
  ['paused', (code) => code.paused],
  ['starts_at', (code) => code.starts_at],
  ['ends_at', (code) => code.ends_at],
  ['max_scans', (code) => code.max_scans],
  ['fallback_url', (code) => code.fallback_url],
  ['has_password', (code) => code.has_password],
  ['rules', (code) => (code.rules.length === 0 ? null : JSON.stringify(code.rules))],
  ['variants', (code) => code.variants && JSON.stringify(code.variants)],
  ['forward_query', (code) => code.forward_query],
  ['external_id', (code) => code.external_id],
  ['tags', (code) => (code.tags.length === 0 ? null : formatTags(code.tags))],
  ['metadata', (code) => (Object.keys(code.metadata).length === 0 ? null : JSON.stringify(code.metadata))],
  ['archived', (code) => code.archived],
  ['original_created_at', (code) => code.original_created_at],
  ['imported_scans', (code) => code.imported_scans],
  ['short_code', (code) => code.short_code],
  ['symbol_version', (code) => code.symbol_version],
  ['last_scan_at', (code) => code.last_scan_at],
  ['style', (code) => code.style && JSON.stringify(code.style)],
  ['utm', (code) => code.utm && JSON.stringify(code.utm)],
  ['preview', (code) => code.preview && JSON.stringify(code.preview)],
  ['domain', (code) => code.domain],
];

/** The first line of the CSV. */
export const CSV_HEAD = formatCsvLine(CSV_COLUMNS.map(([name]) => name));

/** The export as a stream, page by page: memory does not grow with the account. */
export function streamExport(codes: CodeStream, type: ExportType, hosts: Hosts): ReadableStream<Uint8Array> {
  const isCsv = type === 'text/csv';
  const toLine = (counted: CountedQrCode) => {
    const code = toResource(counted, hosts);
    return isCsv ? formatCsvLine(CSV_COLUMNS.map(([, read]) => read(code))) : `${JSON.stringify(code)}\n`;
  };
  const head = isCsv ? CSV_HEAD : '';
  return toByteStream(toLines(eachPage(codes), toLine, head));
}

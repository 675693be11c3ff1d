import { toPrintedUrl } from '#core/links/printed-url.ts';
import { toEditResource } from '#contract/resources.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { formatCsvLine } from '#core/csv-line.ts';
import { REDIRECT_FORMS, REDIRECT_FILES, type RedirectFileName } from '#core/redirects/forms.ts';
import type { StaticRedirect } from '#core/redirects/static-redirect.ts';
import { ok, type Result } from '#core/result.ts';
import { toByteStream } from '#core/bytes/byte-stream.ts';
import type { SearchProblem } from '../codes/read.ts';
import type { Dependencies } from '../dependencies.ts';
import { type CodeEdit, openEdits, openRedirects, openScanDays, type ScansOfDay, toLines } from './rows.ts';

/** The files of `/v1/exports`: tables of an account's figures and history, and its redirects in the formats of other servers. */

const TABLES = {
  'scans.csv': 'text/csv',
  'scans.ndjson': 'application/x-ndjson',
  'edits.ndjson': 'application/x-ndjson',
} as const;

type TableName = keyof typeof TABLES;
export type ExportFile = TableName | RedirectFileName;

export const EXPORT_FILES: readonly ExportFile[] = [
  ...(Object.keys(TABLES) as TableName[]),
  ...REDIRECT_FILES,
];

export function mediaTypeOf(file: ExportFile): string {
  return isTable(file) ? TABLES[file] : REDIRECT_FORMS[file].mediaType;
}

/** The content type of a file: texts declare UTF-8, which JSON implies. */
export function contentTypeOf(file: ExportFile): string {
  const mediaType = mediaTypeOf(file);
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

export function findExportFile(name: string): ExportFile | null {
  return EXPORT_FILES.find((file) => file === name) ?? null;
}

/** Reads the first part, so that its failure is still an error response; the caller pulls the rest. */
export async function openFile(
  deps: Dependencies,
  accountId: string,
  { file, filter }: { readonly file: ExportFile; readonly filter: QrCodeFilter },
  note?: (redirect: StaticRedirect) => void,
): Promise<Result<ReadableStream<Uint8Array>, SearchProblem>> {
  if (!isTable(file)) {
    const parts = await openRedirects(deps, accountId, { file, filter }, note);
    const { isCompressed = false } = REDIRECT_FORMS[file] as { readonly isCompressed?: true };
    return parts.ok ? ok(toByteStream(parts.value, isCompressed ? 'gzip' : null)) : parts;
  }
  if (file === 'edits.ndjson') {
    const edits = await openEdits(deps, accountId, filter);
    return edits.ok ? ok(toByteStream(toLines(edits.value, toEditLine))) : edits;
  }
  const days = await openScanDays(deps, accountId, filter);
  if (!days.ok) return days;
  const isCsv = file === 'scans.csv';
  const toLine = (row: ScansOfDay) => {
    const resource = toDayResource(row, deps.shortUrlBase);
    return isCsv ? formatCsvLine(Object.values(resource)) : `${JSON.stringify(resource)}\n`;
  };
  return ok(toByteStream(toLines(days.value, toLine, isCsv ? formatCsvLine(DAY_COLUMNS) : '')));
}

function isTable(file: ExportFile): file is TableName {
  return Object.hasOwn(TABLES, file);
}

const DAY_COLUMNS = ['id', 'external_id', 'short_url', 'date', 'origin', 'scans'] as const;

function toDayResource({ code, day, origin, scans }: ScansOfDay, base: string) {
  return {
    id: toPublicId(code.codeId),
    external_id: code.externalId,
    short_url: toPrintedUrl(base, code),
    date: day,
    origin,
    scans,
  } satisfies Record<(typeof DAY_COLUMNS)[number], string | number | null>;
}

function toEditLine({ code, ...edit }: CodeEdit): string {
  const id = toPublicId(code.codeId);
  return `${JSON.stringify({ id, external_id: code.externalId, ...toEditResource(edit) })}\n`;
}

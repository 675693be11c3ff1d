import { toPrintedUrl } from '#core/links/printed-url.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { formatCsvLine } from '#core/csv-line.ts';
import { type FilesRequest, formatOf, MAX_EXPORTED_CODES } from '#core/prints/files-request.ts';
import { ZipWriter } from '#core/exports/zip.ts';
import { err, ok, type Result } from '#core/result.ts';
import { streamParts } from '#core/bytes/byte-stream.ts';
import { selectCodes, type Selection, type SelectionFailure } from '../lists/select-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Allowance, countFitting, estimateDrawingMs } from '../images/drawing-time.ts';
import { INDEX_NAME, type PlanFailure, type PlannedCode, planFiles } from './plan-files.ts';

export type FilesFailure = SelectionFailure | PlanFailure;

/**
 * The files of codes as a ZIP archive, with a table of its contents. Every error of the caller shows before the first part; each file is
 * drawn only after the reader took the parts before it, and then dropped. Nothing is stored.
 */
export async function exportFiles(
  deps: Dependencies,
  accountId: string,
  selection: Selection,
  request: FilesRequest,
  { mostMs, charge }: Allowance,
): Promise<Result<ReadableStream<Uint8Array>, FilesFailure>> {
  const { budget } = deps;
  const limit = Math.min(
    MAX_EXPORTED_CODES,
    Math.max(1, Math.floor(budget.drawnCodes / request.forms.length)),
  );
  const why = limit < MAX_EXPORTED_CODES ? budget.reason : null;
  const codes = await selectCodes(deps, accountId, selection, { limit, why });
  if (!codes.ok) return codes;
  // A code that is named twice is drawn once.
  const unique = [...new Map(codes.value.map((code) => [code.codeId, code])).values()];
  const timesMs = unique.map((code) => sum(request.forms.map((form) => estimateDrawingMs(code, form))));
  const fitting = countFitting(timesMs, mostMs);
  if (fitting < unique.length)
    return err({ reason: 'too_many_codes', count: unique.length, limit: fitting, why: TOO_MUCH });
  const planned = await planFiles(deps, unique, request);
  if (!planned.ok) return planned;
  await charge(sum(timesMs));
  const parts = writeArchive(deps, planned.value, request);
  return ok(streamParts(parts, (event, error) => deps.reportFailure(event, error)));
}

const TOO_MUCH =
  'drawing the styled pictures of more would take longer than a request may. Smaller ones take less';

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function* writeArchive(
  { shortUrlBase }: Pick<Dependencies, 'shortUrlBase'>,
  planned: readonly PlannedCode[],
  request: FilesRequest,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  const newest = Math.max(...planned.map(({ code }) => code.createdAtMs));
  const index = new TextEncoder().encode(writeIndex(shortUrlBase, planned, request));
  yield* zip.add({ name: INDEX_NAME, pieces: [index], modifiedAtMs: newest });
  for (const { code, files } of planned) {
    for (const file of files)
      yield* zip.add({ name: file.name, pieces: [await file.draw()], modifiedAtMs: code.createdAtMs });
  }
  yield* zip.end();
}

/** One line per code: its fields, and its file in each form in a column of its own, as programs that place pictures from data expect. */
function writeIndex(shortUrlBase: string, planned: readonly PlannedCode[], { forms }: FilesRequest): string {
  const seen = new Map<string, number>();
  const columns = forms.map((form) => {
    const format = formatOf(form);
    const count = (seen.get(format) ?? 0) + 1;
    seen.set(format, count);
    return count === 1 ? format : `${format}_${count}`;
  });
  const head = formatCsvLine(['id', 'external_id', 'title', 'short_url', 'target', ...columns]);
  const lines = planned.map(({ code, files }) =>
    formatCsvLine([
      toPublicId(code.codeId),
      code.externalId,
      code.title,
      code.isDynamic ? toPrintedUrl(shortUrlBase, code) : null,
      code.target,
      ...files.map(({ name }) => name),
    ]),
  );
  return head + lines.join('');
}

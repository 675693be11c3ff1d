import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_SHEET_CODES, MAX_SHEET_LABELS, type SheetRequest } from '#core/print/label-templates.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { ModuleGrid } from '#print/outlines.ts';
import { moduleOnLabel, smallestLabel, writeSheets } from '#print/pdf/write-sheets.ts';
import type { QrCodeFilter } from '#storage/codes/list.ts';
import { encodeContent } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { findNamedCodes } from './find-named.ts';
import { describePrinted } from './printed-symbol.ts';
import { readAllQrCodes, type SearchProblem } from './read.ts';

/** Which codes: those of these names, in their order, or those of the list that the filter lets through. */
export type Selection = { readonly names: readonly string[] } | { readonly filter: QrCodeFilter };

export type SheetFailure =
  | SearchProblem
  | { readonly reason: 'none_found' }
  /** `count` is what was asked for, as far as it is known, and `limit` what is taken. */
  | {
      readonly reason: 'too_many_codes';
      readonly count: number | null;
      readonly limit: number;
      readonly why: string | null;
    }
  | { readonly reason: 'too_many_labels'; readonly count: number; readonly limit: number }
  | { readonly reason: 'start_past_end'; readonly labels: number }
  /** Where in the selection each code is that the account does not have. */
  | { readonly reason: 'not_found'; readonly indexes: readonly number[] }
  | { readonly reason: 'not_drawable'; readonly code: QrCode }
  /** `smallest` is the shorter side of the smallest label that would do, in millimetres. */
  | {
      readonly reason: 'label_too_small';
      readonly code: QrCode;
      readonly modules: number;
      readonly smallest: number;
    };

/** The labels of codes as a PDF. Nothing is stored. */
export async function printSheets(
  deps: Dependencies,
  accountId: string,
  selection: Selection,
  request: SheetRequest,
): Promise<Result<Uint8Array, SheetFailure>> {
  const labelsPerSheet = request.template.columns * request.template.rows;
  if (request.start > labelsPerSheet) return err({ reason: 'start_past_end', labels: labelsPerSheet });
  const codes = await selectCodes(deps, accountId, selection);
  if (!codes.ok) return codes;
  const count = codes.value.length * request.copies;
  if (count > MAX_SHEET_LABELS) return err({ reason: 'too_many_labels', count, limit: MAX_SHEET_LABELS });
  const grids = encodeAll(deps, codes.value, request);
  if (!grids.ok) return grids;
  const createdAtMs = Math.max(...codes.value.map((code) => code.createdAtMs));
  return ok(await writeSheets(request, grids.value, { title: 'QR codes on labels', createdAtMs }));
}

async function selectCodes(
  deps: Dependencies,
  accountId: string,
  selection: Selection,
): Promise<Result<readonly QrCode[], SheetFailure>> {
  const limit = Math.min(MAX_SHEET_CODES, deps.budget.drawnCodes);
  const why = limit < MAX_SHEET_CODES ? deps.budget.reason : null;
  if ('names' in selection) {
    const { names } = selection;
    if (names.length > limit) return err({ reason: 'too_many_codes', count: names.length, limit, why });
    const found = await findNamedCodes(deps, accountId, names);
    const codes = found.filter((code) => code !== null);
    const indexes = found.flatMap((code, i) => (code === null ? [i] : []));
    return codes.length === found.length ? ok(codes) : err({ reason: 'not_found', indexes });
  }
  const all = await readAllQrCodes(deps, accountId, selection.filter);
  if (!all.ok) return all;
  const codes = all.value.first.map(({ code }) => code);
  for await (const page of all.value.rest) {
    codes.push(...page.map(({ code }) => code));
    if (codes.length > limit) break;
  }
  if (codes.length > limit) return err({ reason: 'too_many_codes', count: null, limit, why });
  return codes.length > 0 ? ok(codes) : err({ reason: 'none_found' });
}

/** The modules of each code, or the first one that does not go on a label. */
function encodeAll(
  deps: Dependencies,
  codes: readonly QrCode[],
  { template }: SheetRequest,
): Result<ModuleGrid[], SheetFailure> {
  const grids: ModuleGrid[] = [];
  for (const code of codes) {
    const printed = describePrinted(deps, code);
    const symbol = printed && encodeContent(printed[0], { errorCorrection: printed[1].errorCorrection });
    if (!symbol?.ok) return err({ reason: 'not_drawable', code });
    const modules = symbol.value.side;
    if (moduleOnLabel(template, modules) === null) {
      return err({ reason: 'label_too_small', code, modules, smallest: smallestLabel(modules) });
    }
    grids.push(symbol.value);
  }
  return ok(grids);
}

import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_SHEET_CODES, MAX_SHEET_LABELS, type SheetRequest } from '#core/prints/label-templates.ts';
import { listLeftOffLabels } from '#core/prints/print-check.ts';
import { err, ok, type Result } from '#core/result.ts';
import { layOutLabel, moduleOnLabel, placeOnLabel, smallestCode } from '#print/pdf/label-layout.ts';
import { type Label, writeSheets } from '#print/pdf/write-sheets.ts';
import { encodeContent } from '#symbol/draw-symbol.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { Dependencies } from '../dependencies.ts';
import { findCaption } from './caption.ts';
import { describePrinted } from './printed-symbol.ts';
import { selectCodes, type Selection, type SelectionFailure } from '../lists/select-codes.ts';

export type SheetFailure =
  | SelectionFailure
  | { readonly reason: 'too_many_labels'; readonly count: number; readonly limit: number }
  | { readonly reason: 'start_past_end'; readonly labels: number }
  | { readonly reason: 'not_drawable'; readonly code: QrCode }
  | { readonly reason: 'caption_not_drawable'; readonly code: QrCode; readonly problem: PrintProblem }
  /** The width that label printers require of a code, and the width that the label leaves for it; in millimetres. */
  | {
      readonly reason: 'label_too_small';
      readonly code: QrCode;
      readonly modules: number;
      readonly smallest: number;
      readonly room: number;
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
  const limit = Math.min(MAX_SHEET_CODES, deps.budget.drawnCodes);
  const why = limit < MAX_SHEET_CODES ? deps.budget.reason : null;
  const codes = await selectCodes(deps, accountId, selection, { limit, why });
  if (!codes.ok) return codes;
  const count = codes.value.length * request.copies;
  if (count > MAX_SHEET_LABELS) return err({ reason: 'too_many_labels', count, limit: MAX_SHEET_LABELS });
  const labels = await makeLabels(deps, codes.value, request);
  if (!labels.ok) return labels;
  const createdAtMs = Math.max(...codes.value.map((code) => code.createdAtMs));
  const isPlain = codes.value.every((code) => listLeftOffLabels(code).length === 0);
  const title = isPlain ? 'QR codes on labels' : 'QR codes on labels, in plain black squares';
  return ok(await writeSheets(request, labels.value, { title, createdAtMs }));
}

/** The content of each label, or the first code that does not fit a label. */
async function makeLabels(
  deps: Dependencies,
  codes: readonly QrCode[],
  request: SheetRequest,
): Promise<Result<Label[], SheetFailure>> {
  const labels: Label[] = [];
  for (const code of codes) {
    const label = await makeLabel(deps, code, request);
    if (!label.ok) return label;
    labels.push(label.value);
  }
  return ok(labels);
}

async function makeLabel(
  deps: Dependencies,
  code: QrCode,
  { template, caption: field }: SheetRequest,
): Promise<Result<Label, SheetFailure>> {
  const printed = describePrinted(deps, code);
  const symbol = printed && encodeContent(...printed);
  if (!symbol?.ok) return err({ reason: 'not_drawable', code });
  const grid = symbol.value;
  const layout = layOutLabel(template, field !== 'none');
  if (moduleOnLabel(layout, grid.side) === null) {
    const smallest = smallestCode(grid.side);
    return err({ reason: 'label_too_small', code, modules: grid.side, smallest, room: layout.code.side });
  }
  // A code without this text has a label without a caption: other codes of the sheet have one.
  const found = await findCaption(deps, code, field);
  const caption = found.ok ? placeOnLabel(layout, found.value) : found;
  if (caption === null) return ok({ grid, caption });
  if (!caption.ok) return err({ reason: 'caption_not_drawable', code, problem: caption.error });
  return ok({ grid, caption: caption.value });
}

import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_SHEET_CODES, MAX_SHEET_LABELS, type SheetRequest } from '#core/prints/label-templates.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Inks } from '#print/ink.ts';
import {
  drawLabel,
  layOutLabel,
  moduleOnLabel,
  placeOnLabel,
  smallestCode,
} from '#print/pdf/label-layout.ts';
import { type DrawLabel, writeSheets } from '#print/pdf/write-sheets.ts';
import { writeShapes } from '#symbol/picture/write-svg.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { Dependencies } from '../dependencies.ts';
import { findCaption } from './caption.ts';
import { findPictures, type Pictures } from '../styles/logo-pictures.ts';
import { readPrintedSymbol } from './printed-symbol.ts';
import { selectCodes, type Selection, type SelectionFailure } from '../lists/select-codes.ts';

export type SheetFailure =
  | SelectionFailure
  | { readonly reason: 'too_many_labels'; readonly count: number; readonly limit: number }
  | { readonly reason: 'start_past_end'; readonly labels: number }
  | (LabelProblem & { readonly code: QrCode });

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
  const createdAtMs = Math.max(...codes.value.map((code) => code.createdAtMs));
  const labels: DrawLabel[] = [];
  const pictures = await findPictures(deps, accountId, codes.value);
  for (const code of codes.value) {
    const label = await makeLabel(deps, code, request, pictures);
    if (!label.ok) return err({ ...label.error, code });
    labels.push(label.value.draw);
  }
  const inks = inksOf(request);
  return ok(await writeSheets(request, labels, { title: 'QR codes on labels', createdAtMs, inks }));
}

function inksOf({ color }: Pick<SheetRequest, 'color'>): Inks {
  return color === 'k' ? { space: 'cmyk', cmyk: [0, 0, 0, 1] } : { space: 'design' };
}

/** A label that is known to be drawable. */
interface PrintedLabel {
  readonly draw: DrawLabel;
  /** Width of the code with its quiet zone and frame, and of a module. */
  readonly codeMm: number;
  readonly moduleMm: number;
}

/** The same for a page. */
export interface LabelPicture extends Pick<PrintedLabel, 'codeMm' | 'moduleMm'> {
  /** Its shapes as elements of SVG. */
  readonly svg: string;
}

type LabelProblem =
  | { readonly reason: 'not_drawable' }
  | { readonly reason: 'caption_not_drawable'; readonly problem: PrintProblem }
  /** The width that label printers require of a code, and the width that the label leaves for it; in millimetres. */
  | {
      readonly reason: 'label_too_small';
      readonly modules: number;
      readonly smallest: number;
      readonly room: number;
    };

/** Draws the label of a code as its sheet has it. */
export async function drawLabelPicture(
  deps: Dependencies,
  code: QrCode,
  request: SheetRequest,
): Promise<Result<LabelPicture, LabelProblem>> {
  const label = await makeLabel(deps, code, request, await findPictures(deps, code.accountId, [code]));
  if (!label.ok) return label;
  const { draw, codeMm, moduleMm } = label.value;
  return ok({ codeMm, moduleMm, svg: writeShapes(await draw()) });
}

/** Checks that a code fits its label; draws nothing yet. */
async function makeLabel(
  deps: Dependencies,
  code: QrCode,
  request: SheetRequest,
  pictures: Pictures,
): Promise<Result<PrintedLabel, LabelProblem>> {
  const symbol = readPrintedSymbol(deps, code, pictures);
  if (!symbol) return err({ reason: 'not_drawable' });
  const layout = layOutLabel(request.template, request.caption !== 'none');
  const moduleMm = moduleOnLabel(layout, symbol);
  const room = layout.code.side;
  if (moduleMm === null)
    return err({
      reason: 'label_too_small',
      modules: symbol.matrix.side,
      smallest: smallestCode(symbol),
      room,
    });
  // A code without this text has a label without a caption: other codes of the sheet have one.
  const found = await findCaption(deps, code, request.caption);
  const caption = found.ok ? placeOnLabel(layout, found.value) : found;
  if (caption?.ok === false) return err({ reason: 'caption_not_drawable', problem: caption.error });
  const draw = () => drawLabel(symbol, inksOf(request), layout, caption?.value ?? null);
  return ok({ draw, codeMm: room, moduleMm });
}

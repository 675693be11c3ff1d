import type { QrCode } from '#core/codes/qr-code.ts';
import type { SheetRequest } from '#core/prints/label-templates.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  drawOnLabel,
  layOutLabel,
  moduleOnLabel,
  placeOnLabel,
  smallestCode,
} from '#print/pdf/label-layout.ts';
import { traceOutlines } from '#print/outlines.ts';
import { writeSvgOutline } from '#print/write-print-svg.ts';
import { encodeContent } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { findCaption } from './caption.ts';
import { describePrinted } from './printed-symbol.ts';

/** Position of a code on a label, in millimetres from the label's upper left corner. */
export interface LabelFit {
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  readonly moduleMm: number;
  /** The upper left corner of the code, without its quiet zone. */
  readonly x: number;
  readonly y: number;
  /** The outlines of its modules as an SVG path for the even-odd rule, in modules: those that the file has. */
  readonly path: string;
  /** The lines of the caption, each at the start of its baseline; none without a caption. */
  readonly lines: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly size: number;
  }[];
}

export type LabelProblem =
  | { readonly reason: 'not_drawable' }
  | { readonly reason: 'caption_not_drawable'; readonly problem: PrintProblem }
  /** The width that label printers require of the code, and the width that the label leaves for it; in millimetres. */
  | {
      readonly reason: 'label_too_small';
      readonly modules: number;
      readonly smallest: number;
      readonly room: number;
    };

/** Measures a code on a label, as `printSheets` draws it. */
export async function fitOnLabel(
  deps: Dependencies,
  code: QrCode,
  { template, caption: field }: Pick<SheetRequest, 'template' | 'caption'>,
): Promise<Result<LabelFit, LabelProblem>> {
  const printed = describePrinted(deps, code);
  const symbol = printed && encodeContent(...printed);
  if (!symbol?.ok) return err({ reason: 'not_drawable' });
  const modules = symbol.value.side;
  const path = traceOutlines(symbol.value, 0).map(writeSvgOutline).join('');
  const layout = layOutLabel(template, field !== 'none');
  const moduleMm = moduleOnLabel(layout, modules);
  const { x, y, side } = layout.code;
  if (moduleMm === null) {
    return err({ reason: 'label_too_small', modules, smallest: smallestCode(modules), room: side });
  }
  const found = await findCaption(deps, code, field);
  const caption = found.ok ? placeOnLabel(layout, found.value) : found;
  if (caption?.ok === false) return err({ reason: 'caption_not_drawable', problem: caption.error });
  const lines = caption && layout.text ? drawOnLabel(caption.value, layout.text) : [];
  const inside = (side - modules * moduleMm) / 2;
  return ok({ modules, moduleMm, x: x + inside, y: y + inside, path, lines });
}

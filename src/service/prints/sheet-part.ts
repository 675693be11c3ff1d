import type { QrCode } from '#core/codes/qr-code.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import type { SheetColor } from '#core/prints/label-templates.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { loadElementText } from '#core/styles/element-text.ts';
import type { PlacedCode } from '#print/drawing.ts';
import type { Inks } from '#print/ink.ts';
import type { Part } from '#print/pdf/write-sheets.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Pictures, takePicture } from '../styles/logo-pictures.ts';
import { countModules, readPrintedSymbol } from './printed-symbol.ts';

/** Why a code cannot be on a sheet. */
export type SheetProblem =
  | { readonly reason: 'not_drawable' }
  /** The logo of its design no longer exists. */
  | { readonly reason: 'logo_missing' }
  /** What does not suit the code: its field is that of the request. */
  | { readonly reason: 'not_printable'; readonly problem: PrintProblem }
  /** The width that label printers require of a code, and the width that the label leaves for it; in millimetres. */
  | {
      readonly reason: 'label_too_small';
      readonly modules: number;
      readonly smallest: number;
      readonly room: number;
    };

/** A label or a page that is known to be drawable, but not drawn yet. */
export interface PlannedPart {
  readonly part: Part;
  /** Width of the picture of the code, with its frame, and of a module. */
  readonly codeMm: number;
  readonly moduleMm: number;
  /** From how far a phone reads it, in millimetres. */
  readonly maxDistanceMm: number;
}

export type PlanPart = (code: QrCode, pictures: Pictures) => Promise<Result<PlannedPart, SheetProblem>>;

export function inksOf({ color }: { readonly color: SheetColor }): Inks {
  return color === 'k' ? { space: 'cmyk', cmyk: [0, 0, 0, 1] } : { space: 'design' };
}

/** What is to be placed of a code that can be drawn, in any width. */
export async function checkDrawable(
  deps: Dependencies,
  code: QrCode,
  pictures: Pictures,
): Promise<Result<PlacedCode, SheetProblem>> {
  if (!takePicture(pictures, code).ok) return err({ reason: 'logo_missing' });
  const fixed = PAYMENT_SYMBOLS[code.type]?.print;
  if (fixed) {
    const values = { sideMm: fixed.sideMm };
    return err({ reason: 'not_printable', problem: { code: 'sheet_side_fixed', field: 'template', values } });
  }
  const modules = countModules(deps, code);
  if (modules === null) return err({ reason: 'not_drawable' });
  const { margin, style, gs1 } = code;
  return ok({ modules, margin, style, carrier: gs1?.carrier ?? 'qr', text: await loadElementText(gs1) });
}

/** The symbol of a code that is known to be drawable: read only when it is drawn, so that memory holds one at a time. */
export async function readDrawable(deps: Dependencies, code: QrCode, pictures: Pictures) {
  const symbol = await readPrintedSymbol(deps, code, pictures);
  if (!symbol) throw new Error('a planned print: not_drawable');
  return symbol;
}

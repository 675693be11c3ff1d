import { countSymbolModules, type QrCode } from '#core/codes/qr-code.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import { leastTillWidthMm } from '#core/prints/point-of-sale.ts';
import type { PrintCheck } from '#core/prints/print-check.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { ElementText } from '#core/styles/element-text.ts';
import type { Caption } from '#print/caption.ts';
import { checkPrint, sizeForDistance } from '#print/check-print.ts';
import {
  findUnusedMix,
  fixedWidthMm,
  planPrint,
  type PrintedCode,
  type PrintPlan,
} from '#print/plan-print.ts';
import { type Drawing, layOut } from '#print/drawing.ts';
import { isInOneInk } from '#print/ink.ts';
import { screenColorOf } from '#print/ink-contrast.ts';
import { showInks } from '#print/show-inks.ts';
import type { Box } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { writeShapes } from '#symbol/picture/write-svg.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { PrintFormat, PrintRequest } from '#core/prints/print-request.ts';
import { writePrintFile } from '#print/write-print-file.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Allowance, estimateDrawingMs } from '../images/drawing-time.ts';
import { requireCaption } from './caption.ts';
import { readStatus } from '../codes/control.ts';
import { findPictures } from '../styles/logo-pictures.ts';
import { readPrintedSymbol } from './printed-symbol.ts';

export type PrintFailure =
  /** A current rule refuses the target in a static code's symbol. Its images stay. */
  | { readonly reason: 'not_drawable' }
  | { readonly reason: 'not_printable'; readonly problems: readonly PrintProblem[] };

/** The print file of a code: the same modules as in its images. Nothing is stored. */
export async function printQrCode(
  deps: Dependencies,
  code: QrCode,
  request: PrintRequest,
  { charge }: Allowance,
): Promise<Result<{ readonly format: PrintFormat; readonly bytes: Uint8Array }, PrintFailure>> {
  const planned = await planPrintOf(deps, code, request, null);
  if (!planned.ok) return planned;
  const { symbol, plan } = planned.value;
  await charge(estimateDrawingMs(code, { kind: 'print', print: request }));
  const { title } = symbol;
  const bytes = await writePrintFile(plan, symbol, { title, createdAtMs: code.createdAtMs });
  return ok({ format: request.format, bytes });
}

/**
 * Checks how a print of a code would turn out.
 *
 * @param distanceMm reading distance; null if none was given. Without a requested width, the width follows from it
 */
export async function checkPrintOfQrCode(
  deps: Dependencies,
  code: QrCode,
  request: PrintRequest,
  distanceMm: number | null,
): Promise<Result<PrintCheck, PrintFailure>> {
  const planned = await planPrintOf(deps, code, request, distanceMm);
  return planned.ok ? ok(checkPlanned(deps, planned.value, distanceMm)) : planned;
}

/** A print for a page, drawn by the same drawing as its file. Lengths are in millimetres. */
export interface PrintPicture extends Pick<Drawing, 'width' | 'height' | 'trim'> {
  /** Its shapes as elements of SVG: in the colours of process inks on paper, or in shades of grey if everything is in one ink. */
  readonly svg: string;
  /** What a screen shows for the one ink; null if there are more, or it is black. */
  readonly ink: HexColor | null;
  /** The symbol without its quiet zone and its frame. */
  readonly symbol: Box;
  readonly hasFrame: boolean;
}

/** Draws a print as its file has it, and checks how it would turn out. */
export async function previewPrint(
  deps: Dependencies,
  code: QrCode,
  request: PrintRequest,
  distanceMm: number | null,
): Promise<Result<{ readonly check: PrintCheck; readonly picture: PrintPicture }, PrintFailure>> {
  const planned = await planPrintOf(deps, code, request, distanceMm);
  if (!planned.ok) return planned;
  const { plan, symbol } = planned.value;
  const { width, height, trim, inks, shapes } = await layOut(plan, symbol);
  const { moduleMm, margin, modules, hasFrame } = plan;
  const place = { x: trim.x + (plan.x + margin) * moduleMm, y: trim.y + (plan.y + margin) * moduleMm };
  const side = modules * moduleMm;
  const ink = isInOneInk(inks) ? screenColorOf(inks) : null;
  const picture = {
    ...{ width, height, trim, ink, svg: await writeShapes(showInks(shapes, inks)), hasFrame },
    symbol: { ...place, width: side, height: side },
  };
  return ok({ check: checkPlanned(deps, planned.value, distanceMm), picture });
}

interface PlannedPrint {
  readonly code: QrCode;
  readonly symbol: NonNullable<Awaited<ReturnType<typeof readPrintedSymbol>>>;
  readonly plan: PrintPlan;
}

async function planPrintOf(
  deps: Dependencies,
  code: QrCode,
  request: PrintRequest,
  distanceMm: number | null,
): Promise<Result<PlannedPrint, PrintFailure>> {
  const symbol = await readPrintedSymbol(deps, code, await findPictures(deps, code.accountId, [code]));
  if (!symbol) return err({ reason: 'not_drawable' });
  const caption = await requireCaption(deps, code, request.caption);
  if (!caption.ok) return err({ reason: 'not_printable', problems: [caption.error] });
  const printed = describeCode(code, symbol.matrix.side, caption.value, symbol.text);
  const sized = sizeForDistance(request, printed, distanceMm);
  if (!sized.ok) return err({ reason: 'not_printable', problems: [sized.error] });
  const plan = planPrint(sized.value, printed);
  if (!plan.ok) return err({ reason: 'not_printable', problems: plan.error });
  // In an archive, whose codes may have several designs, no colour is one too many.
  const unused = findUnusedMix(plan.value, code.style);
  if (unused) return err({ reason: 'not_printable', problems: [unused] });
  return ok({ code, symbol, plan: plan.value });
}

function checkPlanned(
  deps: Dependencies,
  { code, plan }: PlannedPrint,
  distanceMm: number | null,
): PrintCheck {
  const { dark, light } = code.color;
  const isBlackOnWhite = dark === '#000000' && light.toLowerCase() === '#ffffff';
  const status = readStatus(code, deps.nowMs());
  return checkPrint(plan, { distanceMm, isBlackOnWhite, style: code.style, status });
}

/** The width of a print of a code that suits it, in millimetres with its quiet zone: its only one, or the smallest that tills read; null where any does. */
export function proposeWidth(code: QrCode): number | null {
  const printed = describeCode(code, countSymbolModules(code), null);
  const isForTill = code.gs1 !== null && !code.style?.frame;
  return fixedWidthMm(printed) ?? (isForTill ? leastTillWidthMm(printed.modules + 2 * code.margin) : null);
}

/** The properties of a code that decide its print file. */
export function describeCode(
  { type, margin, color, style, gs1 }: QrCode,
  modules: number,
  caption: Caption | null,
  text: ElementText | null = null,
): PrintedCode {
  const fixed = PAYMENT_SYMBOLS[type]?.print ?? null;
  return { modules, margin, color, style, carrier: gs1?.carrier ?? 'qr', text, caption, fixed };
}

import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { PrintCheck } from '#core/prints/print-check.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Caption } from '#print/caption.ts';
import { checkPrint, sizeForDistance } from '#print/check-print.ts';
import type { PrintedSymbol } from '#print/outlines.ts';
import { planPrint, type PrintedCode } from '#print/plan-print.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { PrintFormat, PrintRequest } from '#core/prints/print-request.ts';
import { writePrintFile } from '#print/write-print-file.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { encodeContent } from '#symbol/draw-symbol.ts';
import { outlineSymbol } from '#symbol/style/shapes.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireCaption } from './caption.ts';
import { readStatus } from '../codes/control.ts';
import type { TargetPolicy } from '../codes/new-code.ts';
import { describePrinted } from './printed-symbol.ts';

export interface PrintFile {
  readonly format: PrintFormat;
  readonly bytes: Uint8Array;
}

export type PrintFailure =
  | { readonly reason: 'not_found' }
  /** A current rule refuses the target in a static code's symbol. Its images stay. */
  | { readonly reason: 'not_drawable' }
  | { readonly reason: 'not_printable'; readonly problems: readonly PrintProblem[] };

/** The print file of one of the account's codes: the same modules as in its images. Nothing is stored. */
export async function printQrCode(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: PrintRequest,
): Promise<Result<PrintFile, PrintFailure>> {
  const found = await findPrintable(deps, accountId, codeId);
  if (!found.ok) return found;
  const { code, grid, title } = found.value;
  const caption = await requireCaption(deps, code, request.caption);
  if (!caption.ok) return err({ reason: 'not_printable', problems: [caption.error] });
  const plan = planPrint(request, describeCode(code, grid.side, caption.value));
  if (!plan.ok) return err({ reason: 'not_printable', problems: plan.error });
  const bytes = await writePrintFile(plan.value, grid, { title, createdAtMs: code.createdAtMs });
  return ok({ format: request.format, bytes });
}

/**
 * Checks how a print of a code would turn out.
 *
 * @param distanceMm reading distance; null if none was given. Without a requested width, the width follows from it
 */
export async function checkPrintOfQrCode(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: PrintRequest,
  distanceMm: number | null,
): Promise<Result<PrintCheck, PrintFailure>> {
  const found = await findPrintable(deps, accountId, codeId);
  if (!found.ok) return found;
  const { code, grid } = found.value;
  const caption = await requireCaption(deps, code, request.caption);
  if (!caption.ok) return err({ reason: 'not_printable', problems: [caption.error] });
  const printed = describeCode(code, grid.side, caption.value);
  const sized = sizeForDistance(request, printed, distanceMm);
  if (!sized.ok) return err({ reason: 'not_printable', problems: [sized.error] });
  const plan = planPrint(sized.value, printed);
  if (!plan.ok) return err({ reason: 'not_printable', problems: plan.error });
  const { dark, light } = code.color;
  const isBlackOnWhite = dark === '#000000' && light.toLowerCase() === '#ffffff';
  const status = readStatus(code, deps.nowMs());
  return ok(checkPrint(plan.value, { distanceMm, isBlackOnWhite, style: code.style, status }));
}

interface Printable {
  readonly code: QrCode;
  readonly grid: PrintedSymbol;
  readonly title: string;
}

async function findPrintable(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
): Promise<Result<Printable, PrintFailure>> {
  const code = await findQrCode(deps.db, accountId, codeId);
  return code ? readPrintable(deps, code) : err({ reason: 'not_found' });
}

/** The input for the print file of a code. */
export function readPrintable(
  deps: TargetPolicy,
  code: QrCode,
): Result<Printable, { readonly reason: 'not_drawable' }> {
  const printed = describePrinted(deps, code);
  if (!printed) return err({ reason: 'not_drawable' });
  const [content, style] = printed;
  const symbol = encodeContent(content, style);
  if (!symbol.ok) return err({ reason: 'not_drawable' });
  const { title, look } = style;
  const hasShapes = look && (look.modules !== 'square' || look.eyes.shape !== 'square');
  const shapes = hasShapes ? (inset: number) => outlineSymbol(symbol.value, look, inset) : null;
  return ok({ code, grid: { ...symbol.value, shapes }, title });
}

/** The properties of a code that decide its print file. */
export function describeCode(
  { margin, color }: QrCode,
  modules: number,
  caption: Caption | null,
): PrintedCode {
  return { modules, margin, dark: color.dark, caption };
}

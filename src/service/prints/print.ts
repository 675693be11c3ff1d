import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { PrintCheck } from '#core/prints/print-check.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Caption } from '#print/caption.ts';
import { checkPrint, sizeForDistance } from '#print/check-print.ts';
import { planPrint, type PrintedCode } from '#print/plan-print.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { PrintFormat, PrintRequest } from '#core/prints/print-request.ts';
import { writePrintFile } from '#print/write-print-file.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireCaption } from './caption.ts';
import { readStatus } from '../codes/control.ts';
import { findPictures } from '../styles/logo-pictures.ts';
import { readPrintedSymbol } from './printed-symbol.ts';

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
  const { code, symbol } = found.value;
  const caption = await requireCaption(deps, code, request.caption);
  if (!caption.ok) return err({ reason: 'not_printable', problems: [caption.error] });
  const plan = planPrint(request, describeCode(code, symbol.matrix.side, caption.value));
  if (!plan.ok) return err({ reason: 'not_printable', problems: plan.error });
  const { title } = symbol;
  const bytes = await writePrintFile(plan.value, symbol, { title, createdAtMs: code.createdAtMs });
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
  const { code, symbol } = found.value;
  const caption = await requireCaption(deps, code, request.caption);
  if (!caption.ok) return err({ reason: 'not_printable', problems: [caption.error] });
  const printed = describeCode(code, symbol.matrix.side, caption.value);
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
  readonly symbol: NonNullable<ReturnType<typeof readPrintedSymbol>>;
}

async function findPrintable(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
): Promise<Result<Printable, PrintFailure>> {
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code) return err({ reason: 'not_found' });
  const symbol = readPrintedSymbol(deps, code, await findPictures(deps, accountId, [code]));
  return symbol ? ok({ code, symbol }) : err({ reason: 'not_drawable' });
}

/** The properties of a code that decide its print file. */
export function describeCode(
  { margin, color, style }: QrCode,
  modules: number,
  caption: Caption | null,
): PrintedCode {
  return { modules, margin, color, style, caption };
}

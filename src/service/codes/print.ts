import type { CodeId } from '#core/codes/code-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import { planPrint } from '#print/plan-print.ts';
import type { PrintProblem } from '#core/print/print-problem.ts';
import type { PrintFormat, PrintRequest } from '#core/print/print-request.ts';
import { writePrintFile } from '#print/write-print-file.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { encodeContent } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { describePrinted } from './printed-symbol.ts';

export interface PrintFile {
  readonly format: PrintFormat;
  readonly bytes: Uint8Array;
}

export type PrintFailure =
  | { readonly reason: 'not_found' }
  /** A rule of today refuses the target that the symbol of a static code holds. Its images stay. */
  | { readonly reason: 'not_drawable' }
  | { readonly reason: 'not_printable'; readonly problems: readonly PrintProblem[] };

/** The print file of a code of the account: the same modules as in its images. Nothing is stored. */
export async function printQrCode(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: PrintRequest,
): Promise<Result<PrintFile, PrintFailure>> {
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code) return err({ reason: 'not_found' });
  const printed = describePrinted(deps, code);
  if (!printed) return err({ reason: 'not_drawable' });
  const [content, { errorCorrection, title }] = printed;
  const symbol = encodeContent(content, { errorCorrection });
  if (!symbol.ok) return err({ reason: 'not_drawable' });
  const { color, margin, createdAtMs } = code;
  const plan = planPrint(request, { modules: symbol.value.side, margin, dark: color.dark });
  if (!plan.ok) return err({ reason: 'not_printable', problems: plan.error });
  return ok({
    format: request.format,
    bytes: await writePrintFile(plan.value, symbol.value, { title, createdAtMs }),
  });
}

import type { QrCode } from '#core/codes/qr-code.ts';
import { type LabelRequest, MAX_SHEET_CODES, MAX_SHEET_COPIES } from '#core/prints/label-templates.ts';
import type { LayoutRequest } from '#core/prints/layouts.ts';
import { err, ok, type Result } from '#core/result.ts';
import { layOutLabels } from '#print/pdf/label-sheets.ts';
import { layOutPage, pageOfLayout } from '#print/layouts/layout-sheets.ts';
import { type Part, type Sheets, writeSheets } from '#print/pdf/write-sheets.ts';
import type { Dependencies } from '../dependencies.ts';
import { streamParts } from '#core/bytes/byte-stream.ts';
import { type Allowance, countFitting, estimateSheetMs } from '../images/drawing-time.ts';
import { selectCodes, type Selection, type SelectionFailure } from '../lists/select-codes.ts';
import { findPictures } from '../styles/logo-pictures.ts';
import { planLabels } from './labels.ts';
import { planLayouts } from './layouts.ts';
import { inksOf, type SheetProblem } from './sheet-part.ts';
import { LAYOUT_TITLES } from '#contract/problems/print-phrases.ts';
import { say } from '#languages/say.ts';
import type { TargetPolicy } from '../codes/new-code.ts';
import { describePrinted } from './printed-symbol.ts';

export type SheetFailure =
  | SelectionFailure
  | { readonly reason: 'too_many_copies'; readonly count: number; readonly limit: number }
  | { readonly reason: 'start_past_end'; readonly labels: number }
  | (SheetProblem & { readonly code: QrCode });

/**
 * Codes on labels or in a layout as a PDF. Every error of the caller shows before the first byte; each label or page is drawn only after the
 * reader took what is before it. Nothing is stored.
 */
export async function printSheets(
  deps: Dependencies,
  accountId: string,
  selection: Selection,
  request: LabelRequest | LayoutRequest,
  { mostMs, charge }: Allowance,
): Promise<Result<ReadableStream<Uint8Array>, SheetFailure>> {
  const labels = request.kind === 'labels' ? request.template.columns * request.template.rows : null;
  if (labels !== null && request.kind === 'labels' && request.start > labels)
    return err({ reason: 'start_past_end', labels });
  const limit = Math.min(MAX_SHEET_CODES, deps.budget.drawnCodes);
  const why = limit < MAX_SHEET_CODES ? deps.budget.reason : null;
  const selected = await selectCodes(deps, accountId, selection, { limit, why });
  if (!selected.ok) return selected;
  const codes = selected.value;
  const count = codes.length * request.copies;
  if (count > MAX_SHEET_COPIES) return err({ reason: 'too_many_copies', count, limit: MAX_SHEET_COPIES });
  const timesMs = estimateSheetMs(codes, request.gs1);
  const fitting = countFitting(timesMs, mostMs);
  if (fitting < codes.length)
    return err({ reason: 'too_many_codes', count: codes.length, limit: fitting, why: TOO_MUCH });
  const pictures = await findPictures(deps, accountId, codes);
  const plan = request.kind === 'labels' ? planLabels(deps, request) : await planLayouts(deps, request);
  const parts: Part[] = [];
  for (const code of codes) {
    const part = await plan(code, pictures);
    if (!part.ok) return err({ ...part.error, code });
    parts.push(part.value.part);
  }
  await charge(timesMs.reduce((sum, ms) => sum + ms, 0));
  const title = titleSheets(deps, codes, request);
  const createdAtMs = Math.max(...codes.map((code) => code.createdAtMs));
  const file = writeSheets(layOut(request, codes, parts), { title, createdAtMs, inks: inksOf(request) });
  return ok(streamParts(file, (event, error) => deps.reportFailure(event, error)));
}

const TOO_MUCH = 'drawing more would take longer than a request may';

function layOut(
  request: LabelRequest | LayoutRequest,
  codes: readonly QrCode[],
  parts: readonly Part[],
): Sheets {
  if (request.kind === 'labels') return layOutLabels(request, parts);
  const pages = codes.flatMap((code, i) => {
    const page = layOutPage(request, i, code, inksOf(request));
    return Array.from({ length: request.copies }, () => page);
  });
  return { page: pageOfLayout(request), parts, pages };
}

/** What programs call a PDF of labels or of a layout: whose it is, and what it is. */
function titleSheets(deps: TargetPolicy, codes: readonly QrCode[], request: LabelRequest | LayoutRequest) {
  const print = say(request.kind === 'labels' ? 'Label sheet' : LAYOUT_TITLES[request.layout]);
  const [code] = codes;
  const name = codes.length === 1 && code ? (code.title ?? describePrinted(deps, code)?.[1].title) : null;
  return `${name ?? say('{count, plural, one {# code} other {# codes}}', { count: codes.length })} (${print})`;
}

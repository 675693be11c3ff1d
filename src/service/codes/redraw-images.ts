import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { listLiveCodes } from '#storage/codes/code-states.ts';
import { listCodesWithImages, putImages } from '#storage/codes/images.ts';
import { findRedrawnUpTo, putRedrawnUpTo } from '#storage/codes/image-upkeep.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeSymbol } from './draw.ts';
import { parseTarget } from './new-code.ts';

/** Codes that a run looks at, and images that it draws: a fraction of a minute of CPU on Paid. */
const CODES_PER_RUN = 5_000;
const CODES_PER_PAGE = 500;
const DRAWN_PER_RUN = 500;

export interface RedrawReport {
  readonly looked: number;
  readonly drawn: number;
  /** Whether every living code has its images now. */
  readonly isDone: boolean;
}

/**
 * After a restore: draws the images of living codes that have none, as they were printed. Each run goes on where the last one ended; null
 * where nothing is to be redrawn.
 */
export async function redrawImages(deps: Dependencies): Promise<RedrawReport | null> {
  const start = await findRedrawnUpTo(deps.links);
  if (start === null) return null;
  let after = start;
  const report = { looked: 0, drawn: 0, isDone: false };
  while (!report.isDone && report.looked < CODES_PER_RUN && report.drawn < DRAWN_PER_RUN) {
    const codes = await listLiveCodes(deps.db, after, CODES_PER_PAGE);
    report.drawn += await redrawMissing(deps, after, codes);
    report.looked += codes.length;
    report.isDone = codes.length < CODES_PER_PAGE;
    after = codes.at(-1)?.codeId ?? after;
  }
  await putRedrawnUpTo(deps.links, report.isDone ? null : (after as CodeId));
  return report;
}

/** Draws those of a page of codes that lack an image; gives how many. */
async function redrawMissing(deps: Dependencies, after: string, codes: readonly QrCode[]): Promise<number> {
  const last = codes.at(-1)?.codeId;
  if (last === undefined) return 0;
  const there = await listCodesWithImages(deps.images, after, last);
  let drawn = 0;
  for (const code of codes) {
    if (there.has(code.codeId)) continue;
    const problem = await redraw(deps, code);
    if (problem === null) drawn += 1;
    else deps.reportFailure('image_not_redrawn', `code ${code.codeId}: ${problem}`);
  }
  return drawn;
}

/**
 * The level that a code was drawn with gives the same symbol again: a higher level was taken only where the version stayed. Null where it is
 * drawn, otherwise why not.
 */
async function redraw(deps: Dependencies, code: QrCode): Promise<string | null> {
  // What was allowed when it was made is drawn, whatever is refused today.
  const content = parseTarget(code, { ...deps, allowsPrivateHosts: true });
  // The symbol of a dynamic code holds its short URL, wherever that leads today.
  if (!content.ok && !code.isDynamic) return 'its target is not valid any more';
  const value = content.ok ? content.value : { symbolContent: '', redirectTo: null };
  // What decides about scans draws nothing.
  const { control: _, ...printed } = code;
  const symbol = await drawSymbol(...describeSymbol(deps.shortUrlBase, code.codeId, printed, value));
  if (!symbol.ok) return symbol.error.reason;
  await putImages(deps.images, code.codeId, symbol.value);
  return null;
}

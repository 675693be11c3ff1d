import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { listLiveCodes } from '#storage/codes/code-states.ts';
import { listCodesWithImages, putImages } from '#storage/codes/images.ts';
import { findRedrawnUpTo, putRedrawnUpTo } from '#storage/codes/image-upkeep.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeImage } from './printed-symbol.ts';

const CODES_PER_PAGE = 500;

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
  const { budget } = deps;
  while (!report.isDone && report.looked < budget.redraw.codes && report.drawn < budget.redraw.images) {
    const limit = Math.min(CODES_PER_PAGE, budget.redraw.codes);
    const codes = await listLiveCodes(deps.db, after, limit);
    const missing = await findMissing(deps, after, codes);
    for (const code of missing.slice(0, budget.redraw.images))
      report.drawn += await redrawOrReport(deps, code);
    // Behind the last code whose image is there now.
    const next = missing[budget.redraw.images];
    const done = next === undefined ? codes : codes.slice(0, codes.indexOf(next));
    report.looked += done.length;
    report.isDone = next === undefined && codes.length < limit;
    after = done.at(-1)?.codeId ?? after;
  }
  await putRedrawnUpTo(deps.links, report.isDone ? null : (after as CodeId));
  return report;
}

/** Those of a page of codes that lack an image. */
async function findMissing(deps: Dependencies, after: string, codes: readonly QrCode[]): Promise<QrCode[]> {
  const last = codes.at(-1)?.codeId;
  if (last === undefined) return [];
  const there = await listCodesWithImages(deps.images, after, last);
  return codes.filter(({ codeId }) => !there.has(codeId));
}

/** 1 where the images are drawn, otherwise 0. */
async function redrawOrReport(deps: Dependencies, code: QrCode): Promise<number> {
  const problem = await redraw(deps, code);
  if (problem === null) return 1;
  deps.reportFailure('image_not_redrawn', `code ${code.codeId}: ${problem}`);
  return 0;
}

/** Null where it is drawn, otherwise why not. */
async function redraw(deps: Dependencies, code: QrCode): Promise<string | null> {
  const printed = await describeImage(deps, code);
  if (printed === null) return 'its target is not valid any more, or its logo is gone';
  const symbol = await drawSymbol(...printed);
  if (!symbol.ok) return symbol.error.reason;
  await putImages(deps.images, code.codeId, symbol.value);
  return null;
}

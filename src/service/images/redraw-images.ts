import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { isBound } from '#storage/bucket.ts';
import { listLiveCodes } from '#storage/codes/code-states.ts';
import { listCodesWithImages, putImages } from '#storage/images/images.ts';
import { findRedrawnUpTo, putRedrawnUpTo } from '#storage/images/upkeep.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import type { Dependencies } from '../dependencies.ts';
import { settleRows } from '../upkeep/settle-rows.ts';
import { describeImage } from '../prints/printed-symbol.ts';

const CODES_PER_PAGE = 500;

export interface RedrawReport {
  readonly looked: number;
  readonly drawn: number;
  /** Whether every living code now has its images. */
  readonly isDone: boolean;
}

/**
 * After a restore: draws the missing images of living codes, as they were printed. Each run continues where the last one ended; null if
 * there is nothing to redraw, or no bucket to store it in.
 */
export async function redrawImages(deps: Dependencies): Promise<RedrawReport | null> {
  const start = isBound(deps.images) ? await findRedrawnUpTo(deps.links) : null;
  if (start === null) return null;
  let after = start;
  const report = { looked: 0, drawn: 0, isDone: false };
  const { budget } = deps;
  while (!report.isDone && report.looked < budget.redraw.codes && report.drawn < budget.redraw.images) {
    const limit = Math.min(CODES_PER_PAGE, budget.redraw.codes);
    const codes = await listLiveCodes(deps.db, after, limit);
    const missing = await findMissing(deps, after, codes);
    let drawn = 0;
    const settled = await settleRows(deps, missing.slice(0, budget.redraw.images), {
      event: 'image_not_redrawn',
      nameOf: ({ codeId }) => `code ${codeId}`,
      together: 1,
      async work(some) {
        for (const one of some) await redraw(deps, one);
        drawn += some.length;
      },
    });
    report.drawn += drawn;
    // After the last code whose images now exist. A code that cannot be drawn holds up nothing.
    const next = missing[settled.length];
    const least = drawn === 0 ? 1 : 0;
    const done = next === undefined ? codes : codes.slice(0, Math.max(least, codes.indexOf(next)));
    report.looked += done.length;
    report.isDone = next === undefined && codes.length < limit;
    after = done.at(-1)?.codeId ?? after;
  }
  await putRedrawnUpTo(deps.links, report.isDone ? null : (after as CodeId));
  return report;
}

/** The codes of a page whose images are missing, in its order. */
async function findMissing(deps: Dependencies, after: string, codes: readonly QrCode[]): Promise<QrCode[]> {
  const last = codes.at(-1)?.codeId;
  if (last === undefined) return [];
  const there = await listCodesWithImages(deps.images, after, last);
  return codes.filter(({ codeId }) => !there.has(codeId));
}

/** @throws if the image cannot be drawn */
async function redraw(deps: Dependencies, code: QrCode): Promise<void> {
  const printed = await describeImage(deps, code);
  if (printed === null) throw new Error('its target is not valid any more, or its logo is gone');
  const symbol = await drawSymbol(...printed);
  if (!symbol.ok) throw new Error(symbol.error.code);
  await putImages(deps.images, code.codeId, symbol.value);
}

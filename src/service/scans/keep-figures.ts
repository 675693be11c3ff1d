import {
  type FiguresKey,
  findKeptFigures,
  leaseFigures,
  saveFigures,
  saveProgress,
} from '#storage/scans/kept-figures.ts';
import type { Dependencies } from '../dependencies.ts';

/** Older figures are computed again. */
const FRESH_MS = 10 * 60 * 1000;

/** The result of computing figures: all of them, or how far one run got. */
export type Made<T> = { readonly result: T } | { readonly progress: unknown };

export interface Kept<T> {
  readonly value: T;
  readonly asOfMs: number;
}

/**
 * The last figures under a key, at once; null if there are none yet. If they are old, new ones are computed after the response. `make` gets
 * the progress of the previous run as JSON holds it, and null at the beginning.
 */
export async function readKeptFigures<T>(
  deps: Dependencies,
  key: FiguresKey,
  make: (progress: unknown) => Promise<Made<T>>,
): Promise<Kept<T> | null> {
  const kept = await findKeptFigures(deps.db, key);
  if (!kept || deps.nowMs() - kept.madeAtMs >= FRESH_MS) {
    const making = makeFigures(deps, key, make);
    deps.afterResponse(making.catch((error: unknown) => deps.reportFailure('figures_not_made', error)));
  }
  return kept && { value: kept.result as T, asOfMs: kept.madeAtMs };
}

async function makeFigures<T>(
  deps: Dependencies,
  key: FiguresKey,
  make: (progress: unknown) => Promise<Made<T>>,
): Promise<void> {
  const { db } = deps;
  const madeAtMs = deps.nowMs();
  const leased = await leaseFigures(db, key, madeAtMs);
  if (!leased) return;
  const made = await make(leased.progress);
  await ('result' in made
    ? saveFigures(db, key, { result: made.result, madeAtMs })
    : saveProgress(db, key, made.progress));
}

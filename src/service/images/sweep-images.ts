import { CROCKFORD_BASE32 } from '#core/bytes/base32.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { findCodeStates } from '#storage/codes/code-states.ts';
import { findSuspendedUntil, findUnknown, putUnknown } from '#storage/images/upkeep.ts';
import { deleteImages, IMAGE_CACHED_MS, listImages } from '#storage/images/images.ts';
import { listCodesWithImagesToDelete, markImagesDeleted } from '#storage/codes/delete.ts';
import type { Dependencies } from '../dependencies.ts';
import { sweepPublicImages } from '../logos/public-images.ts';

/** A code's images are stored a moment before its row, so younger images may still get their row. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/**
 * How long images without a known id stay. A database that was restored to an earlier time has forgotten printed codes: their images must
 * stay until the database knows them again, or until it is certain that it never will.
 */
const UNKNOWN_KEPT_MS = 30 * DAY_MS;

/** The cron runs it every ten minutes. Each run looks for orphans under one of 1,024 id prefixes, so each image is checked once a week. */
const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

export interface SweepReport {
  readonly retried: number;
  readonly orphans: number;
}

/** Deletes images that a DELETE left behind, and orphans: images that belong to no code. Null while a restore has suspended it. */
export async function sweepImages(deps: Dependencies): Promise<SweepReport | null> {
  if ((await findSuspendedUntil(deps.links)) > deps.nowMs()) return null;
  const retried = await settle(retryImageDeletes(deps));
  const orphans = await settle(deleteOrphans(deps, prefixOfRun(deps.nowMs())));
  const previews = await settle(sweepPublicImages(deps, publicPrefixOfRun(deps.nowMs())));
  // A part that fails does not stop the others; after them the run may fail.
  const failures = [retried, orphans, previews].flatMap((part) => (part.ok ? [] : [part.error]));
  if (!retried.ok || !orphans.ok || !previews.ok)
    throw new AggregateError(failures, 'the sweep of images failed', { cause: failures[0] });
  return { retried: retried.value, orphans: orphans.value };
}

/** The two id characters whose images a run checks; all 1,024 pairs take turns. */
export function prefixOfRun(nowMs: number): string {
  const run = Math.floor(nowMs / SWEEP_INTERVAL_MS);
  return CROCKFORD_BASE32.charAt((run >> 5) & 31) + CROCKFORD_BASE32.charAt(run & 31);
}

/** The images of accounts whose public copies a run checks: each is checked within two days. */
export function publicPrefixOfRun(nowMs: number): string {
  const run = Math.floor(nowMs / SWEEP_INTERVAL_MS);
  return `img_${(run % 256).toString(16).padStart(2, '0')}`;
}

async function retryImageDeletes(deps: Dependencies): Promise<number> {
  const codes = await listCodesWithImagesToDelete(deps.db, deps.budget.imageDeletes);
  if (codes.length === 0) return 0;
  await deleteImages(
    deps.images,
    codes.map(({ codeId }) => codeId),
  );
  // By then every edge copy has expired by itself, so an invalid token holds up nothing.
  const [recent, old] = partition(codes, ({ deletedAtMs }) => deps.nowMs() - deletedAtMs < IMAGE_CACHED_MS);
  await markImagesDeleted(deps.db, old, deps.nowMs());
  await deps.imageCache?.purge(recent);
  await markImagesDeleted(deps.db, recent, deps.nowMs());
  return codes.length;
}

function partition<T extends { readonly codeId: CodeId }>(
  codes: readonly T[],
  isFirst: (code: T) => boolean,
): [CodeId[], CodeId[]] {
  const idsOf = (some: readonly T[]) => some.map(({ codeId }) => codeId);
  return [idsOf(codes.filter(isFirst)), idsOf(codes.filter((code) => !isFirst(code)))];
}

async function deleteOrphans(deps: Dependencies, idPrefix: string): Promise<number> {
  const youngest = deps.nowMs() - ORPHAN_AGE_MS;
  const known = await findUnknown(deps.links, idPrefix);
  const unknown: Record<string, number> = {};
  let deleted = 0;
  let pages = 0;
  for await (const page of listImages(deps.images, idPrefix)) {
    if (++pages > deps.budget.imagePages) break;
    const old = page.filter((image) => image.uploadedAtMs < youngest);
    const codeIds = [...new Set(old.map(({ codeId }) => codeId))];
    if (codeIds.length === 0) continue;
    const states = await findCodeStates(deps.db, codeIds);
    for (const codeId of codeIds) if (!states.has(codeId)) unknown[codeId] = known[codeId] ?? deps.nowMs();
    const isOrphan = (codeId: CodeId) => {
      const since = unknown[codeId];
      return since === undefined ? states.get(codeId) === 'deleted' : deps.nowMs() - since >= UNKNOWN_KEPT_MS;
    };
    const orphans = codeIds.filter(isOrphan);
    if (orphans.length > 0) await deleteImages(deps.images, orphans);
    for (const codeId of orphans) delete unknown[codeId];
    deleted += orphans.length;
  }
  // Writes to KV only after a change: rarely, because orphans are rare.
  if (JSON.stringify(unknown) !== JSON.stringify(known)) await putUnknown(deps.links, idPrefix, unknown);
  return deleted;
}

function settle<T>(work: Promise<T>): Promise<Result<T, unknown>> {
  return work.then(ok, err);
}

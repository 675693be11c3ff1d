import type { CodeId } from '../core/code-id.ts';
import { err, ok, type Result } from '../core/result.ts';
import { deleteImages, listImages, MAX_CODES_PER_IMAGE_DELETE } from '../storage/images.ts';
import { listCodesWithImagesToDelete, listLiveCodeIds, markImagesDeleted } from '../storage/qr-codes.ts';
import type { Dependencies } from './dependencies.ts';

/** A code's images are stored a moment before its row: images younger than this may be about to get theirs. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/** Run by cron every ten minutes: each run looks for orphans behind one of 1,024 id prefixes, so each image is looked at once a week. */
const SWEEP_INTERVAL_MS = 10 * 60 * 1000;
const CROCKFORD_BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

export interface SweepReport {
  readonly retried: number;
  readonly orphans: number;
}

/** Deletes images that a DELETE left behind, and orphans: images that no code owns. */
export async function sweepImages(deps: Dependencies): Promise<SweepReport> {
  const retried = await settle(retryImageDeletes(deps));
  const orphans = await settle(deleteOrphans(deps, prefixOfRun(deps.nowMs())));
  // One half that fails does not keep the other from its work; then the run may fail.
  const failures = [retried, orphans].flatMap((half) => (half.ok ? [] : [half.error]));
  if (!retried.ok || !orphans.ok)
    throw new AggregateError(failures, 'the sweep of images failed', { cause: failures[0] });
  return { retried: retried.value, orphans: orphans.value };
}

/** The two id characters whose images a run looks at; all 1,024 pairs come round. */
export function prefixOfRun(nowMs: number): string {
  const run = Math.floor(nowMs / SWEEP_INTERVAL_MS);
  return CROCKFORD_BASE32.charAt((run >> 5) & 31) + CROCKFORD_BASE32.charAt(run & 31);
}

async function retryImageDeletes(deps: Dependencies): Promise<number> {
  const codeIds = await listCodesWithImagesToDelete(deps.db, MAX_CODES_PER_IMAGE_DELETE);
  if (codeIds.length === 0) return 0;
  await deleteImages(deps.images, codeIds);
  await markImagesDeleted(deps.db, codeIds, deps.nowMs());
  return codeIds.length;
}

async function deleteOrphans(deps: Dependencies, idPrefix: string): Promise<number> {
  const youngest = deps.nowMs() - ORPHAN_AGE_MS;
  let deleted = 0;
  for await (const page of listImages(deps.images, idPrefix)) {
    const old = page.filter((image) => image.uploadedAtMs < youngest).map((image) => image.codeId);
    const codeIds: CodeId[] = [...new Set(old)];
    if (codeIds.length === 0) continue;
    const live = await listLiveCodeIds(deps.db, codeIds);
    const orphans = codeIds.filter((codeId) => !live.has(codeId));
    for (let i = 0; i < orphans.length; i += MAX_CODES_PER_IMAGE_DELETE) {
      await deleteImages(deps.images, orphans.slice(i, i + MAX_CODES_PER_IMAGE_DELETE));
    }
    deleted += orphans.length;
  }
  return deleted;
}

function settle<T>(work: Promise<T>): Promise<Result<T, unknown>> {
  return work.then(ok, err);
}

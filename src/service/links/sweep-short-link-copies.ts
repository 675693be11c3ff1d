import { describeError } from '#core/log-line.ts';
import { type CodeId, createCodeId } from '#core/codes/code-id.ts';
import {
  type ChangedCode,
  type ChangeSpan,
  listCodesFrom,
  listCreatedCodes,
  listEditedCodes,
} from '#storage/links/changed-codes.ts';
import type { LinkedCode } from '#storage/codes/qr-codes.ts';
import {
  findCopiedNames,
  findCopies,
  findVerifiedUntil,
  MAX_COPIES_PER_READ,
  putCopies,
  putVerifiedUntil,
  requireLinksWrite,
} from '#storage/links/copies.ts';
import { toCopies } from './copy-short-links.ts';
import type { Dependencies } from '../dependencies.ts';

/** Younger changes may still be writing their row or copy, and KV may return an older copy for a minute. */
export const SETTLED_AFTER_MS = 5 * 60 * 1000;

const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

export interface CopySweepReport {
  /** Changes whose copies were compared with their rows. */
  verified: number;
  sampled: number;
  repaired: number;
}

/**
 * Compares copies with their rows and rewrites those that differ: every change once, soon after it happens, and a sample of all codes for
 * any other error. Its progress is kept beside the copies; a failed run leaves that unchanged.
 */
export async function sweepShortLinkCopies(deps: Dependencies): Promise<CopySweepReport> {
  const report: CopySweepReport = { verified: 0, sampled: 0, repaired: 0 };
  try {
    const unwritten = new Set<CodeId>();
    await verifyChanges(deps, report, unwritten);
    const sample = await listCodesFrom(deps.db, firstIdOfRun(deps.nowMs()), deps.budget.copies.sample);
    await repair(deps, sample, report, unwritten);
    report.sampled = sample.length;
  } catch (error) {
    deps.reportFailure('short_link_copy_sweep_failed', error);
  }
  return report;
}

async function verifyChanges(deps: Dependencies, report: CopySweepReport, unwritten: Set<CodeId>) {
  const toMs = deps.nowMs() - SETTLED_AFTER_MS;
  const fromMs = await findVerifiedUntil(deps.links);
  let verifiedMs = fromMs;
  for (let page = 0; page < deps.budget.copies.pages && verifiedMs < toMs; page++) {
    const { codes, untilMs } = await listChanges(deps, verifiedMs, toMs);
    if (!(await repair(deps, codes, report, unwritten))) break;
    report.verified += codes.length;
    verifiedMs = untilMs;
  }
  // Once, because KV allows one write a second per key.
  if (verifiedMs > fromMs) await putVerifiedUntil(deps.links, verifiedMs);
}

/** Where a run's sample starts: steps of the golden ratio cover the id space evenly, however many codes there are. */
export function firstIdOfRun(nowMs: number): CodeId {
  const run = Math.floor(nowMs / SWEEP_INTERVAL_MS);
  const fraction = (run * ((Math.sqrt(5) - 1) / 2)) % 1;
  const start = BigInt(Math.floor(fraction * 2 ** 40));
  return createCodeId(Uint8Array.from([32n, 24n, 16n, 8n, 0n], (shift) => Number((start >> shift) & 255n)));
}

/** The codes created, edited or deleted from `fromMs` on, and the time before which the list is complete. */
async function listChanges(
  { db, budget }: Pick<Dependencies, 'db' | 'budget'>,
  fromMs: number,
  toMs: number,
): Promise<{ codes: readonly ChangedCode[]; untilMs: number }> {
  const limit = budget.copies.changesPerPage;
  const span: ChangeSpan = { fromMs, toMs, limit };
  const lists = [await listCreatedCodes(db, span), await listEditedCodes(db, span)];
  // A truncated list is complete only before its last millisecond.
  const ends = lists.map((list) => (list.length < limit ? toMs : (list.at(-1)?.changedAtMs ?? toMs)));
  // A millisecond with more changes than a page holds (codes that were disabled together) is skipped: the sample finds the rest.
  const codes = new Map(lists.flat().map((code) => [code.codeId, code]));
  return { codes: [...codes.values()], untilMs: Math.max(Math.min(...ends), fromMs + 1) };
}

/**
 * Rewrites the copies that differ from their rows; false once the run has used up its writes. It adds the codes whose copies could not be
 * written to `unwritten`, and does not try those that are there.
 */
async function repair(
  deps: Dependencies,
  codes: readonly LinkedCode[],
  report: CopySweepReport,
  unwritten: Set<CodeId>,
): Promise<boolean> {
  for (let i = 0; i < codes.length; i += MAX_COPIES_PER_READ) {
    const some = codes.slice(i, i + MAX_COPIES_PER_READ);
    const tried = some.filter(({ codeId }) => !unwritten.has(codeId));
    const right = await toCopies(deps.db, tried);
    const copies = await findCopies(
      deps.links,
      right.map(({ codeId }) => codeId),
    );
    const names = await findCopiedNames(
      deps.links,
      right.flatMap(({ name }) => name ?? []),
    );
    const wrong = right.filter(
      ({ codeId, name, link }) =>
        JSON.stringify(copies.get(codeId)) !== JSON.stringify(link) ||
        (name !== null && names.get(name) !== codeId),
    );
    // The next run finds the copies that this one does not write.
    if (report.repaired + wrong.length > deps.budget.copies.writes) return false;
    const { failed, error } = await putCopies(deps.links, wrong);
    report.repaired += wrong.length - failed.length;
    if (failed.length === 0) continue;
    // If KV takes no write at all, no code is at fault, and the next run begins here again.
    await requireLinksWrite(deps.links);
    for (const codeId of failed) unwritten.add(codeId);
    deps.reportFailure('short_link_copies_not_repaired', `${failed.join(', ')}: ${describeError(error)}`);
  }
  return true;
}

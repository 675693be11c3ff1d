import { describeError } from '#core/log-line.ts';
import { MAX_RESULT_BYTES } from '#core/imports/bound-result.ts';
import type { ImportRow } from '#core/imports/row.ts';
import type { Actor } from '#core/accounts/account.ts';
import { findAccount } from '#storage/accounts/accounts.ts';
import { readPart } from '#storage/imports/files.ts';
import {
  leaseImport,
  type LeasedImport,
  listImportsToDo,
  recordSlice,
  releaseImport,
} from '#storage/imports/work-on-import.ts';
import type { Dependencies } from '../dependencies.ts';
import { handOverNews } from '../events/hand-over.ts';
import { type AppliedSlice, applySlice } from './apply-slice.ts';
import { makeReportRoom } from './expire.ts';
import { readUndo } from './undo-slice.ts';

/** Longer than any slice takes. The worker that held a lease of this age has died. */
const LEASE_MS = 60_000;

/** The platform ends work after a response within 30 seconds. */
const TURN_MS = 20_000;

/** Each takes eight queries of the database, beside those of the slices. */
const MOST_NAMES = 40;

const MAX_ATTEMPTS = 6;

/**
 * Continues an import for some slices. It may be called at any time, several times at once, and after a Worker died midway: a lease
 * protects each slice, its report is recorded once, and codes are found by their external ids, so that none is created twice. Gives the
 * number of rows that it settled.
 */
async function advanceImport(deps: Dependencies, id: string): Promise<number> {
  const startedAtMs = deps.nowMs();
  let leased = await leaseImport(deps.db, id, startedAtMs, startedAtMs + LEASE_MS);
  let [settled, names] = [0, 0];
  const part = new PartReader(deps);
  for (let slice = 1; leased && leased.job.position < leased.job.rows; slice++) {
    if (leased.job.status !== 'running') break;
    const nowMs = deps.nowMs();
    let isLast = slice >= deps.budget.imports.slices || nowMs - startedAtMs > TURN_MS;
    const { job } = leased;
    try {
      const actor = await readActor(deps, leased);
      const work = job.undoes === null ? await readWork(deps, leased, part) : await readUndo(deps, job);
      if (!(await makeReportRoom(deps, actor, work.rows * MAX_RESULT_BYTES, job.undoes))) {
        await releaseImport(deps.db, job, { code: 'no_room', values: {} }, deps.nowMs());
        return settled;
      }
      const applied = await work.apply(leased, actor);
      names += applied.names;
      isLast ||= names >= MOST_NAMES;
      const leasedUntilMs = isLast ? nowMs : nowMs + LEASE_MS;
      leased = await recordSlice(deps.db, job, { ...applied, leasedUntilMs }, deps.nowMs());
      settled += applied.results.length;
      await handOverNews(deps, actor.account);
    } catch (error) {
      deps.reportFailure('import_slice_failed', error);
      const isHopeless = leased ? leased.attempts + 1 >= MAX_ATTEMPTS : true;
      const failure = { code: 'stopped', values: { done: job.position, rows: job.rows } } as const;
      await releaseImport(deps.db, job, isHopeless ? failure : null, deps.nowMs());
      return settled;
    }
    if (isLast) break;
  }
  return settled;
}

/** A slice of work: its most rows, and what becomes of them. */
interface SliceOfWork {
  readonly rows: number;
  readonly apply: (leased: LeasedImport, actor: Actor) => Promise<AppliedSlice>;
}

async function readWork(deps: Dependencies, leased: LeasedImport, part: PartReader): Promise<SliceOfWork> {
  const rows = await part.readRows(leased, deps.budget.imports.rows);
  return { rows: rows.length, apply: (at, actor) => applySlice(deps, at, actor, rows) };
}

/** The cron's turn: the longest-waiting imports, within the budget. */
export async function advanceImports(deps: Dependencies): Promise<{ readonly rows: number }> {
  const [id] = await listImportsToDo(deps.db, deps.nowMs(), 1);
  return { rows: id === undefined ? 0 : await advanceImport(deps, id) };
}

/** Continues an import after the response. */
export function advanceAfterResponse(deps: Dependencies, id: string): void {
  const work = advanceImport(deps, id).then(
    () => undefined,
    (error: unknown) => deps.reportFailure('import_not_advanced', describeError(error)),
  );
  deps.afterResponse(work);
}

/** Nothing is imported for an account that is suspended or deleted: the attempt fails, and is repeated a few times. */
async function readActor(deps: Dependencies, { job }: LeasedImport) {
  const account = await findAccount(deps.db, job.accountId);
  if (!account || account.suspendedAtMs !== null || account.deletion !== null)
    throw new Error(`account ${job.accountId} is suspended or deleted`);
  return { id: job.editorId, account, role: 'member' } as const;
}

/** Reads the rows of slices, and caches their part of the file. */
class PartReader {
  private kept: { readonly part: number; readonly rows: readonly ImportRow[] } | null = null;
  private readonly deps: Dependencies;

  constructor(deps: Dependencies) {
    this.deps = deps;
  }

  /** At most `count` rows from the job's position on, and none of the next part. */
  async readRows({ job, parts, fileKey }: LeasedImport, count: number): Promise<readonly ImportRow[]> {
    if (fileKey === null) throw new Error(`the file of ${job.id} is gone`);
    let first = 0;
    let part = 0;
    while (part < parts.length && first + (parts[part] ?? 0) <= job.position) first += parts[part++] ?? 0;
    if (this.kept?.part !== part) {
      const rows = await readPart(this.deps.images, { importId: job.id, fileKey }, part);
      this.kept = { part, rows };
    }
    const start = job.position - first;
    return this.kept.rows.slice(start, start + count);
  }
}

import { findSuccesses, saveSuccess } from '#storage/upkeep/cron-jobs.ts';
import type { Dependencies } from '../dependencies.ts';
import { JOBS } from './jobs.ts';

/** The daily backup, by its event in the log. */
export const BACKUP_JOB = 'backed_up';

/** A backup is made once a day, and a cron may come late. */
const BACKUP_LATE_AFTER_MS = 26 * 60 * 60 * 1000;

/** `never`: the job has not run to its end yet, as in a new installation. */
type JobState = 'ok' | 'late' | 'never';

/** Remembers that a job has run to its end. It never throws, because the job is done. */
export async function recordSuccess(
  { db, nowMs, reportFailure }: Pick<Dependencies, 'db' | 'nowMs' | 'reportFailure'>,
  job: string,
): Promise<void> {
  try {
    await saveSuccess(db, job, nowMs());
  } catch (error) {
    reportFailure('success_not_recorded', error);
  }
}

/** When each job of the cron last ran to its end, and whether that was too long ago. */
export async function readJobs(
  { db, budget, nowMs }: Pick<Dependencies, 'db' | 'budget' | 'nowMs'>,
  hasBackups: boolean,
): Promise<ReadonlyMap<string, { readonly state: JobState; readonly lastSuccessAtMs: number | null }>> {
  const jobs = [...Object.keys(JOBS), ...(hasBackups && budget.backsUp ? [BACKUP_JOB] : [])];
  const successes = await findSuccesses(db, jobs);
  return new Map(
    jobs.map((job) => {
      const lastSuccessAtMs = successes.get(job) ?? null;
      const lateAfterMs = job === BACKUP_JOB ? BACKUP_LATE_AFTER_MS : budget.jobLateAfterMs;
      return [job, { state: stateOf(lastSuccessAtMs, nowMs() - lateAfterMs), lastSuccessAtMs }];
    }),
  );
}

function stateOf(lastSuccessAtMs: number | null, lateBeforeMs: number): JobState {
  if (lastSuccessAtMs === null) return 'never';
  return lastSuccessAtMs < lateBeforeMs ? 'late' : 'ok';
}

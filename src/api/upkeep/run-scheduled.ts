import { createHash } from 'node:crypto';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { backUp } from '#service/backups/back-up.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { type Job, type JobName, JOBS } from '#service/upkeep/jobs.ts';
import { BACKUP_JOB, recordSuccess } from '#service/upkeep/successes.ts';
import { createDependencies, findBackupBucket, PLATFORM } from '../dependencies.ts';

/** The cron in `wrangler.toml` that backs up; the other one does everything else. */
const DAILY = '17 3 * * *';

/** Does the work of a cron: the daily backup, or the jobs. Fails if one of them does. */
export async function runScheduled(
  controller: ScheduledController,
  env: ApiEnv,
  ctx: ExecutionContext,
): Promise<void> {
  const platform = { ...PLATFORM, nowMs: () => controller.scheduledTime };
  const deps = createDependencies(env, platform, (work) => ctx.waitUntil(work));
  if (controller.cron === DAILY) {
    const bucket = findBackupBucket(env);
    if (!bucket || !deps.budget.backsUp) return;
    return run(deps, BACKUP_JOB, () => backUpDaily(env.DB, bucket, deps.nowMs()));
  }
  const jobs = await Promise.allSettled(chooseJobs(deps).map((job) => job()));
  // Every job has had its turn, so the run may count as failed now.
  const failed = jobs.filter((job) => job.status === 'rejected');
  if (failed.length > 0) throw new AggregateError(failed.map((job) => job.reason));
}

const RUN_INTERVAL_MS = 10 * 60 * 1000;

/** The jobs of a run: all of them, or one in turn if no more fits. */
function chooseJobs(deps: Dependencies): (() => Promise<void>)[] {
  const {
    blocked_hosts_swept: sweepHosts,
    short_link_copies_swept: sweepCopies,
    ...others
  } = Object.fromEntries(
    Object.entries(JOBS).map(([name, job]) => [name, () => run(deps, name, job)]),
  ) as Record<JobName, () => Promise<void>>;
  if (deps.budget.doesAllJobs) {
    // In sequence: otherwise, the sample could be read before a code is disabled, and overwrite the new copy.
    const hosts = sweepHosts();
    return [() => hosts, () => hosts.catch(() => undefined).then(sweepCopies), ...Object.values(others)];
  }
  const jobs = [sweepHosts, sweepCopies, ...Object.values(others)];
  // An odd number of turns: the sweep of images chooses one of 1,024 places by the number of its run, and must reach all of them.
  const turn = Math.floor(deps.nowMs() / RUN_INTERVAL_MS) % (jobs.length | 1);
  return jobs.slice(turn % jobs.length, (turn % jobs.length) + 1);
}

function backUpDaily(database: D1Database, bucket: R2Bucket, nowMs: number): Promise<object> {
  const hash = createHash('sha256');
  const checksum = { update: (text: string) => void hash.update(text), finish: () => hash.digest('hex') };
  return backUp({ database, bucket, checksum, nowMs });
}

/** Runs a job, logs its result, and records when it last succeeded. */
async function run(deps: Dependencies, event: string, job: Job): Promise<void> {
  try {
    console.log(formatLogLine(event, { ...(await job(deps)) }));
  } catch (error) {
    console.error(formatLogLine(`${event}_failed`, { error: describeError(error) }));
    throw error;
  }
  await recordSuccess(deps, event);
}

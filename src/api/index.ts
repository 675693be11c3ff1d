import { createHash } from 'node:crypto';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { maintainScans } from '#service/scans/maintain.ts';
import { deleteOldActivities } from '#service/accounts/activity.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { deleteExpiredSignIns } from '#service/accounts/sign-in.ts';
import { deleteAbandonedSignUps } from '#service/accounts/sign-up.ts';
import { sweepBlockedHosts } from '#service/abuse/sweep-blocked-hosts.ts';
import { backUp } from '#service/backups/back-up.ts';
import { deleteOldReports, mailReports } from '#service/abuse/mail-reports.ts';
import { checkTargets } from '#service/targets/check-targets.ts';
import { expireShares } from '#service/shares/share.ts';
import { moveTags } from '#service/codes/tags.ts';
import { redrawImages } from '#service/images/redraw-images.ts';
import { sweepImages } from '#service/images/sweep-images.ts';
import { advanceImports } from '#service/imports/advance.ts';
import { expireImports } from '#service/imports/expire.ts';
import { mailSummaries } from '#service/summaries/mail-summaries.ts';
import { sweepShortLinkCopies } from '#service/links/sweep-short-link-copies.ts';
import { deleteExpiredKeys } from '#storage/codes/idempotency.ts';
import { createApp } from './app.ts';
import { createDependencies, PLATFORM } from './dependencies.ts';

/** The cron in `wrangler.toml` that backs up; the other one does everything else. */
const DAILY = '17 3 * * *';

const app = createApp();

export default {
  fetch: app.fetch,

  async scheduled(controller, env, ctx) {
    const platform = { ...PLATFORM, nowMs: () => controller.scheduledTime };
    const deps = createDependencies(env, platform, (work) => ctx.waitUntil(work));
    if (controller.cron === DAILY) {
      if (!deps.budget.backsUp) return;
      return run('backed_up', () => backUpDaily(env, platform.nowMs()));
    }
    const jobs = await Promise.allSettled(chooseJobs(deps).map((job) => job()));
    // Every job has had its turn, so the run may count as failed now.
    const failed = jobs.filter((job) => job.status === 'rejected');
    if (failed.length > 0) throw new AggregateError(failed.map((job) => job.reason));
  },
} satisfies ExportedHandler<ApiEnv>;

const RUN_INTERVAL_MS = 10 * 60 * 1000;

/** The jobs of a run: all of them, or one in turn if no more fits. */
function chooseJobs(deps: Dependencies): (() => Promise<void>)[] {
  const sweepHosts = () => run('blocked_hosts_swept', () => sweepBlockedHosts(deps));
  const sweepCopies = () => run('short_link_copies_swept', () => sweepShortLinkCopies(deps));
  const others = [
    () => run('images_redrawn', () => redrawImages(deps)),
    () => run('images_swept', () => sweepImages(deps)),
    () => run('scans_maintained', () => maintainScans(deps)),
    () => run('idempotency_keys_expired', () => deleteExpiredKeys(deps.db, deps.nowMs())),
    () => run('sign_ins_expired', () => deleteExpiredSignIns(deps)),
    () => run('sign_ups_expired', () => deleteAbandonedSignUps(deps)),
    () => run('tags_moved', () => moveTags(deps)),
    () => run('reports_mailed', () => mailReports(deps)),
    () => run('reports_expired', () => deleteOldReports(deps)),
    () => run('activities_expired', () => deleteOldActivities(deps)),
    () => run('summaries_mailed', () => mailSummaries(deps)),
    () => run('shares_expired', () => expireShares(deps)),
    () => run('targets_checked', () => checkTargets(deps)),
    () => run('imports_advanced', () => advanceImports(deps)),
    () => run('imports_expired', () => expireImports(deps)),
  ];
  if (deps.budget.doesAllJobs) {
    // In sequence: otherwise, the sample could be read before a code is disabled, and overwrite the new copy.
    const hosts = sweepHosts();
    return [() => hosts, () => hosts.catch(() => undefined).then(sweepCopies), ...others];
  }
  const jobs = [sweepHosts, sweepCopies, ...others];
  // An odd number of turns: the sweep of images chooses one of 1,024 places by the number of its run, and must reach all of them.
  const turn = Math.floor(deps.nowMs() / RUN_INTERVAL_MS) % (jobs.length | 1);
  return jobs.slice(turn % jobs.length, (turn % jobs.length) + 1);
}

/** Only the installation binds this bucket, so the generated type lacks it. Without it, there is no backup. */
async function backUpDaily(env: ApiEnv, nowMs: number): Promise<object | null> {
  const { BACKUPS: bucket } = env as { BACKUPS?: R2Bucket };
  if (!bucket) return null;
  const hash = createHash('sha256');
  const checksum = { update: (text: string) => void hash.update(text), finish: () => hash.digest('hex') };
  return backUp({ database: env.DB, bucket, checksum, nowMs });
}

async function run(event: string, job: () => Promise<object | null | void>): Promise<void> {
  try {
    console.log(formatLogLine(event, { ...(await job()) }));
  } catch (error) {
    console.error(formatLogLine(`${event}_failed`, { error: describeError(error) }));
    throw error;
  }
}

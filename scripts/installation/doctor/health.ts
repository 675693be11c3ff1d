import { checkHealth, type HealthReport } from '../check-health.ts';
import { configurationsOf, type Work } from '../steps/installation-steps.ts';
import { type Finding, fix, note, ok, unknown } from './finding.ts';

const HOUR_MS = 3_600_000;
/** The daily backup, among the jobs. */
const BACKUP = 'backed_up';

type Jobs = NonNullable<HealthReport['jobs']>;

/** What the service says about itself: its bindings, its version, the jobs of its cron and its last backup. */
export async function examineHealth(work: Work): Promise<Finding[]> {
  const { platform, settings } = work;
  const { isHealthy, problems, report } = await checkHealth(platform, `https://${settings.apiHost}`);
  const said = `https://${settings.apiHost}/health says ok, version ${report?.version ?? 'not named'}.`;
  const health = isHealthy ? [ok('health', said)] : problems.map((problem) => fix('health', problem));
  const jobs = report?.jobs;
  if (!jobs) return [...health, unknown('jobs', 'the service does not say when its cron last succeeded.')];
  return [...health, ...examineJobs(jobs), examineBackup(work, jobs)];
}

function examineJobs(all: Jobs): Finding[] {
  const jobs = Object.entries(all).filter(([job]) => job !== BACKUP);
  const late = jobs.filter(([, { state }]) => state === 'late');
  const never = jobs.filter(([, { state }]) => state === 'never').map(([job]) => job);
  if (late.length > 0)
    return late.map(([job, { last_success_at: at }]) =>
      fix('jobs', `${job} has not succeeded since ${at}: the log has its errors as ${job}_failed.`),
    );
  if (never.length > 0)
    return [
      note(
        'jobs',
        `${never.join(', ')} has never succeeded. The cron runs every ten minutes, on Workers Free each job in turn; after a day, the log has the errors as …_failed.`,
      ),
    ];
  return [ok('jobs', `every job of the cron succeeded lately.`)];
}

function examineBackup(work: Work, { [BACKUP]: backup }: Jobs): Finding {
  if (!backup) return note('backup', explainMissing(work));
  const { state, last_success_at: at } = backup;
  if (at === null)
    return note(
      'backup',
      `There is no daily backup yet. The cron makes one at 03:17 UTC; after that, the log has the error as ${BACKUP}_failed.`,
    );
  const hours = Math.floor((work.platform.nowMs() - Date.parse(at)) / HOUR_MS);
  const text = `The last daily backup is of ${at}, ${hours} hours ago`;
  return state === 'late'
    ? fix('backup', `${text}: the log has the error as ${BACKUP}_failed. npm run backup makes one here.`)
    : ok('backup', `${text}.`);
}

function explainMissing(work: Work): string {
  const isFree = configurationsOf(work).api.vars?.['WORKERS_PLAN'] === 'free';
  const reason = isFree
    ? 'Workers Free leaves no room for it'
    : work.settings.hasBuckets
      ? 'setup was told --no-backups'
      : 'it needs R2, which was not switched on when setup ran';
  return `There is no daily backup, because ${reason}: npm run backup makes one here.`;
}

import { describeError, formatLogLine } from '../core/log-line.ts';
import { maintainScans } from '../service/maintain-scans.ts';
import { deleteExpiredSignIns } from '../service/sign-in.ts';
import { deleteAbandonedSignUps } from '../service/sign-up.ts';
import { sweepImages } from '../service/sweep-images.ts';
import { sweepShortLinkCopies } from '../service/sweep-short-link-copies.ts';
import { deleteExpiredKeys } from '../storage/idempotency.ts';
import { createApp } from './app.ts';
import { createDependencies, PLATFORM } from './dependencies.ts';

const app = createApp();

export default {
  fetch: app.fetch,

  async scheduled(controller, env, ctx) {
    const platform = { ...PLATFORM, nowMs: () => controller.scheduledTime };
    const deps = createDependencies(env, platform, (work) => ctx.waitUntil(work));
    const jobs = await Promise.allSettled([
      run('images_swept', () => sweepImages(deps)),
      run('scans_maintained', () => maintainScans(deps)),
      run('short_link_copies_swept', () => sweepShortLinkCopies(deps)),
      run('idempotency_keys_expired', () => deleteExpiredKeys(deps.db, deps.nowMs())),
      run('sign_ins_expired', () => deleteExpiredSignIns(deps)),
      run('sign_ups_expired', () => deleteAbandonedSignUps(deps)),
    ]);
    // Each job has had its turn: now the run may count as failed.
    const failed = jobs.filter((job) => job.status === 'rejected');
    if (failed.length > 0) throw new AggregateError(failed.map((job) => job.reason));
  },
} satisfies ExportedHandler<ApiEnv>;

async function run(event: string, job: () => Promise<object | null | void>): Promise<void> {
  try {
    console.log(formatLogLine(event, { ...(await job()) }));
  } catch (error) {
    console.error(formatLogLine(`${event}_failed`, { error: describeError(error) }));
    throw error;
  }
}

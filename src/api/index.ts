import { sweepImages } from '../service/sweep-images.ts';
import { sweepShortLinkCopies } from '../service/sweep-short-link-copies.ts';
import { deleteExpiredKeys } from '../storage/idempotency.ts';
import { createApp } from './app.ts';
import { createDependencies } from './dependencies.ts';
import { formatLogLine } from '../core/log-line.ts';

const app = createApp();

export default {
  fetch: app.fetch,

  async scheduled(controller, env, ctx) {
    const deps = createDependencies(env, {
      nowMs: () => controller.scheduledTime,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      afterAnswer: (work) => ctx.waitUntil(work),
    });
    await deleteExpiredKeys(deps.db, deps.nowMs());
    const report = await sweepImages(deps);
    console.log(formatLogLine('images_swept', { ...report }));
    console.log(formatLogLine('short_link_copies_swept', { ...(await sweepShortLinkCopies(deps)) }));
  },
} satisfies ExportedHandler<ApiEnv>;

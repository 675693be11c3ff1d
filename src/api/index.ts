import { sweepImages } from '../service/sweep-images.ts';
import { deleteExpiredKeys } from '../storage/idempotency.ts';
import { createApp } from './app.ts';
import { createDependencies } from './dependencies.ts';
import { formatLogLine } from '../core/log-line.ts';

const app = createApp();

export default {
  fetch: app.fetch,

  async scheduled(controller, env) {
    const deps = createDependencies(env, {
      nowMs: () => controller.scheduledTime,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    });
    await deleteExpiredKeys(deps.db, deps.nowMs());
    const report = await sweepImages(deps);
    console.log(formatLogLine('images_swept', { ...report }));
  },
} satisfies ExportedHandler<ApiEnv>;

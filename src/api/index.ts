import type { QueueMessage } from '#core/events/delivery.ts';
import { createApp } from './app.ts';
import { createDependencies, PLATFORM } from './dependencies.ts';

const app = createApp();

export default {
  fetch: (request, env, ctx) => app.fetch(request, env, ctx),

  async queue(batch, env, ctx) {
    const { handleQueue } = await import('./events/queue.ts');
    await handleQueue(
      batch,
      createDependencies(env, PLATFORM, (work) => ctx.waitUntil(work)),
    );
  },

  async scheduled(controller, env, ctx) {
    const { runScheduled } = await import('./upkeep/run-scheduled.ts');
    await runScheduled(controller, env, ctx);
  },
} satisfies ExportedHandler<ApiEnv, QueueMessage>;

import { env as envAtStart } from 'cloudflare:workers';
import type { QueueMessage } from '#core/events/delivery.ts';
import { createApp } from './app.ts';
import { createDependencies, PLATFORM } from './dependencies.ts';

const app = createApp();

// On Free, Cloudflare may end a request after 10 ms of CPU, and what it was loading would stay half loaded. A start may take a second.
if (envAtStart.WORKERS_PLAN === 'free')
  await Promise.all([
    app.open(),
    import('./reference/page.ts'),
    import('./reference/errors-page.ts'),
    import('./images/hand-out.ts'),
    import('./oauth/routes.ts'),
    import('./suggest-path.ts'),
    import('#dashboard/frame/show-missing-page.ts'),
    import('./events/queue.ts'),
    import('./upkeep/run-scheduled.ts'),
    import('#symbol/datamatrix/encode-data-matrix.ts'),
  ]);

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

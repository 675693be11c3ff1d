import api from '#api/index.ts';

/**
 * The API's cron for measurements; never deployed. A request runs it at `?time=`. Without a time, it does nothing, and so measures the cost
 * of a request.
 */
export default {
  async fetch(request, env, ctx) {
    const time = new URL(request.url).searchParams.get('time');
    if (time !== null) {
      const controller = { cron: '*/10 * * * *', scheduledTime: Number(time), noRetry: () => undefined };
      await api.scheduled(controller, env, ctx);
    }
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<ApiEnv>;

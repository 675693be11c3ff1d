import api from '#api/index.ts';
import { countRowsRead } from '../count-rows-read.ts';

/**
 * The API for measurements; never deployed. It differs in two ways. It has no limiter, because the local one writes to disk on every
 * request, which costs more than the request itself. And if `X-Count-Rows` is sent, `X-Rows-Read` in the response says how many rows its
 * queries read in D1, which D1 bills.
 */
export default {
  async fetch(request, env, ctx) {
    const limiter = { limit: () => Promise.resolve({ success: true }) };
    const unlimited = { ...env, RATE_LIMIT_BUSINESS: limiter, RATE_LIMIT_DASHBOARD: limiter };
    if (!request.headers.has('X-Count-Rows')) return api.fetch(request, unlimited, ctx);
    const counter = { rowsRead: 0 };
    const response = await api.fetch(request, { ...unlimited, DB: countRowsRead(env.DB, counter) }, ctx);
    const counted = new Response(response.body, response);
    counted.headers.set('X-Rows-Read', String(counter.rowsRead));
    return counted;
  },
} satisfies ExportedHandler<ApiEnv>;

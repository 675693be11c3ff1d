import api from '#api/index.ts';
import { wrapBindings } from '#harness/worker/measured/wrap-bindings.ts';

const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** What a call takes, in ms. */
interface Delays {
  readonly D1_MS: string;
  readonly STORE_MS: string;
}

/**
 * The API with a database far away and stores that are near; never deployed. The headers of its responses say how many calls of D1 it made,
 * and how many of them one after the other: a call comes after all that have ended when it begins.
 */
export default {
  async fetch(request, { D1_MS, STORE_MS, ...env }, ctx) {
    const stores: Readonly<Record<string, number>> = { IMAGES: Number(STORE_MS), LINKS: Number(STORE_MS) };
    let calls = 0;
    let sequential = 0;
    const far = wrapBindings(env, {
      async call(send) {
        calls++;
        const place = sequential + 1;
        await sleep(Number(D1_MS));
        const result = await send();
        sequential = Math.max(sequential, place);
        return result;
      },
      async await(name, result) {
        await sleep(stores[name] ?? 0);
        return result;
      },
    });
    const response = await api.fetch(request, far, ctx);
    const body = await response.arrayBuffer();
    const headers = new Headers(response.headers);
    headers.set('X-Calls', `${calls} ${sequential}`);
    return new Response(body, { status: response.status, headers });
  },
} satisfies ExportedHandler<ApiEnv & Delays>;

import { env } from 'cloudflare:workers';
import shortlink from '../../src/shortlink/index.ts';

/**
 * The short-link Worker as it is measured over many codes; never deployed. Its Cache API and its D1 are those of `light-stores.ts`, one call
 * to another Worker each, as in production they are one request to another machine each. The local emulations of both would run on the
 * Worker's own thread, and take many times its time.
 */
const stores = env.DB as unknown as Fetcher;

const database = {
  prepare: (sql: string) => ({
    bind: (...values: unknown[]) => ({
      async first() {
        const answer = await stores.fetch('http://d1/', {
          method: 'POST',
          body: JSON.stringify({ sql, values }),
        });
        return answer.json();
      },
    }),
  }),
};

const cache = {
  async match(key: string) {
    const answer = await stores.fetch(key);
    return answer.status === 200 ? answer : undefined;
  },
  async put(key: string, { body, headers }: Response) {
    await stores.fetch(key, { method: 'PUT', body, headers });
  },
};
Object.defineProperty(globalThis, 'caches', { value: { default: cache } });

const measured = { ...env, DB: database } as unknown as ShortlinkEnv;

export default {
  fetch: (request, _, ctx) => shortlink.fetch(request, measured, ctx),
} satisfies ExportedHandler<ShortlinkEnv>;

import { env } from 'cloudflare:workers';
import type { ShortLinkRow } from '#storage/links/short-links.ts';
import shortlink from '#shortlink/index.ts';

/**
 * The short-link Worker as it is measured over many codes; never deployed. Its D1 and its Cache API respond in here, so that what is measured is
 * the redirect's own work on a miss: in production both are other machines. Their local emulations run on the Worker's own thread and take
 * many times its time; and a call to another Worker alone takes as long as a redirect does, as `bench/one-call/` shows.
 */
const { STORES_RESPOND, ...bindings } = env as unknown as ShortlinkEnv & {
  STORES_RESPOND: 'at once' | 'in a later turn';
};

/** What I/O costs at least: the isolate goes on with the request in another turn of the event loop. */
const turn = () => (STORES_RESPOND === 'at once' ? undefined : scheduler.wait(0));

const targetOf = (codeId: string) => `https://example.com/menu?code=${codeId}`;

/** When the entry of each code was read, and no more: on the heap of a Worker, the entries of a whole colo would weigh. */
const readTimes = new Map<string, number>();

const cache = {
  async match(key: string) {
    await turn();
    const codeId = key.slice(-8);
    const readAtMs = readTimes.get(codeId);
    if (readAtMs === undefined) return undefined;
    const link = { kind: 'redirect', location: targetOf(codeId), isTracked: true, revision: 1 };
    return Response.json({ link, readAtMs });
  },
  async put(key: string, response: Response) {
    const { readAtMs } = await response.json<{ readAtMs: number }>();
    await turn();
    readTimes.set(key.slice(-8), readAtMs);
  },
};
Object.defineProperty(globalThis, 'caches', { value: { default: cache } });

/** Code ids that begin with `zzzz` were never issued; every other leads to an address of its own. */
const session = {
  getBookmark: () => 'a state of the database',
  prepare: (sql: string) => ({
    bind: (id: string) => ({
      async all() {
        if (!sql.endsWith('FROM qr_codes WHERE code_id = ?')) throw new Error(`another query: ${sql}`);
        await turn();
        const meta = { served_by_primary: true };
        if (id.startsWith('zzzz')) return { results: [], meta };
        const target = targetOf(id);
        const row = {
          target,
          redirect_to: target,
          is_dynamic: 1,
          type: 'url',
          content: null,
          control: null,
          scans_taken: 0,
          revision: 1,
          updated_at_ms: 0,
          deleted_at_ms: null,
          disabled_for: null,
          account_id: 'acc_bench',
          brand: null,
        } satisfies ShortLinkRow;
        return { results: [row], meta };
      },
    }),
  }),
};

const measured = { ...bindings, DB: { withSession: () => session } } as unknown as ShortlinkEnv;

export default {
  fetch: (request, _, ctx) => shortlink.fetch(request, measured, ctx),
} satisfies ExportedHandler<ShortlinkEnv>;

import { Resvg } from '@cf-wasm/resvg';
import api from '#api/index.ts';

/**
 * The API as its own work is measured; never deployed. Its stores respond at once and keep nothing, since in production they are other
 * machines, and their local emulations run on the Worker's own thread. D1 alone still finds API keys, which a Worker remembers.
 */
export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/rasterize')) return rasterize(request);
    if (pathname.endsWith('/collect')) return collectGarbage();
    const stores = {
      DB: emptyDatabase(env.DB),
      IMAGES: 'WITHOUT_R2' in env ? undefined : { put: () => Promise.resolve({}) },
      LINKS: { put: () => Promise.resolve() },
      RATE_LIMIT_BUSINESS: { limit: () => Promise.resolve({ success: true }) },
    } as unknown as Partial<ApiEnv>;
    return api.fetch(request, { ...env, ...stores }, ctx);
  },
} satisfies ExportedHandler<ApiEnv>;

/** What a service does that draws with resvg alone: the SVG of another library to a PNG. */
async function rasterize(request: Request): Promise<Response> {
  const { svg, size }: { svg: string; size: number } = await request.json();
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: size } });
  const image = resvg.render();
  const png = image.asPng();
  image.free();
  resvg.free();
  return Response.json({ bytes: png.length });
}

/** What remains is what something holds. Only a workerd with `--expose-gc` has the function. */
function collectGarbage(): Response {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error('workerd runs without --expose-gc');
  gc();
  return new Response();
}

function emptyDatabase(keys: D1Database) {
  const empty = { results: [], success: true, meta: {} };
  const statement = {
    bind: () => statement,
    all: () => Promise.resolve(empty),
    run: () => Promise.resolve(empty),
    raw: () => Promise.resolve([]),
  };
  return {
    prepare: (sql: string) =>
      sql.startsWith('select') && sql.includes('from "api_keys"') ? keys.prepare(sql) : statement,
    batch: (statements: readonly unknown[]) => Promise.resolve(statements.map(() => empty)),
  };
}

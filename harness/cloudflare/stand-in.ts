import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, type Break, STRANGE } from './account.ts';
import { ASSET_ROUTES } from './routes/assets.ts';
import { renewLogin, requireToken, TOKEN_REQUEST } from './credentials.ts';
import { ApiFailure, type Handler, type Routes } from './routes/route.ts';
import { QUEUE_ROUTES } from './routes/queues.ts';
import { STORAGE_ROUTES } from './routes/storage.ts';
import { WORKER_ROUTES } from './routes/workers.ts';
import { WORKERS_DEV_ROUTES } from './routes/workers-dev.ts';
import { ZONE_ROUTES } from './routes/zones.ts';

/** A stand-in for Cloudflare's API on loopback, for wrangler (`CLOUDFLARE_API_BASE_URL`) and for the scripts. */
export interface StandIn {
  readonly url: string;
  /** What wrangler asks instead of Cloudflare. */
  readonly env: Readonly<Record<string, string>>;
  /** Refuses what wrangler asks elsewhere, which is then among the requests as `CONNECT host`. wrangler says that it is there. */
  readonly proxyEnv: Readonly<Record<string, string>>;
  /** The requests so far, as `METHOD /path`, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

const BASE = '/client/v4';
const ROUTES: Routes = {
  ...STORAGE_ROUTES,
  ...QUEUE_ROUTES,
  ...ASSET_ROUTES,
  ...WORKER_ROUTES,
  ...WORKERS_DEV_ROUTES,
  ...ZONE_ROUTES,
};

interface Match {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
}

export async function startStandIn(account: Account): Promise<StandIn> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void respond({ account, requests }, request, Buffer.concat(parts), response));
  });
  server.on('connect', ({ url }, socket) => {
    requests.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}${BASE}`,
    env: {
      CLOUDFLARE_API_BASE_URL: `http://${host}${BASE}`,
      WRANGLER_AUTH_DOMAIN: host,
      WRANGLER_TOKEN_URL: `http://${host}/oauth2/token`,
      WRANGLER_REVOKE_URL: `http://${host}/oauth2/revoke`,
    },
    proxyEnv: { HTTPS_PROXY: `http://${host}`, HTTP_PROXY: `http://${host}`, NO_PROXY: '127.0.0.1' },
    requests,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

interface Context {
  readonly account: Account;
  readonly requests: string[];
}

async function respond(
  context: Context,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname;
  const line = `${request.method} ${path}`;
  const broken = breakOf(context, line);
  context.requests.push(line);
  if (broken === 'hang') return;
  if (broken === 'cut before') return void response.destroy();
  const reply =
    broken === null || broken === 'cut after'
      ? await handle(context.account, line, { request, url, body })
      : replyOf(broken);
  if (broken === 'cut after') return void response.destroy();
  const { omits } = context.account.faults;
  const text = Buffer.from(await reply.arrayBuffer());
  response
    .writeHead(reply.status, Object.fromEntries(reply.headers))
    .end(omits === null ? text : omitFields(text, (field) => omits(line, field)));
}

/** JSON without some of its fields; other bodies stay as they are. */
function omitFields(text: Buffer, omits: (field: string) => boolean): Buffer | string {
  const prune = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => prune(item, `${path}[]`));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, field]) => ({
      name,
      field,
      at: path === '' ? name : `${path}.${name}`,
    }));
    const kept = fields.filter(({ at }) => !omits(at));
    return Object.fromEntries(kept.map(({ name, field, at }) => [name, prune(field, at)]));
  };
  try {
    return JSON.stringify(prune(JSON.parse(text.toString('utf8')), ''));
  } catch {
    return text;
  }
}

const REFUSALS = {
  403: [10_000, 'Authentication error'],
  404: [7404, 'Not found'],
  429: [10_000, 'More than 1200 requests per 300 seconds'],
  500: [10_000, 'Internal error'],
} as const;

function replyOf(broken: keyof typeof REFUSALS | keyof typeof STRANGE): Response {
  if (typeof broken === 'string') {
    const [status, body] = STRANGE[broken];
    return new Response(body, { status });
  }
  const [code, message] = REFUSALS[broken];
  const response = refusal(new ApiFailure(broken, code, message));
  if (broken === 429) response.headers.set('retry-after', '7');
  return response;
}

function breakOf({ account, requests }: Context, line: string): Break | null {
  const writesBefore = requests.filter((one) => isWrite(one)).length;
  return account.faults.breaks?.(line, writesBefore) ?? null;
}

/** Queries of D1 and of Analytics Engine are sent by POST, and count as writes. */
export function isWrite(line: string): boolean {
  return !line.startsWith('GET ');
}

async function handle(
  account: Account,
  line: string,
  { request, url, body }: { request: IncomingMessage; url: URL; body: Buffer },
): Promise<Response> {
  if (line === TOKEN_REQUEST) return renewLogin(account, body);
  try {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    requireToken(account, token, line);
    const { handler, params } = route(line);
    if (params['account'] !== undefined && params['account'] !== account.id)
      throw new ApiFailure(403, 10_000, 'Authentication error');
    if (account.faults.denied.some((part) => line.includes(part)))
      throw new ApiFailure(403, 10_000, 'Authentication error');
    const contentType = request.headers['content-type'] ?? '';
    const result = await handler({ account, params, query: url.searchParams, body, contentType, token });
    return result instanceof Response ? result : envelope(result);
  } catch (error) {
    if (error instanceof ApiFailure) return refusal(error);
    throw error;
  }
}

function route(line: string): Match {
  for (const [pattern, handler] of Object.entries(ROUTES)) {
    const expression = pattern.replace(
      /:(\w+)/g,
      (_, name: string) => `(?<${name}>${name === 'key' ? '.+' : '[^/]+'})`,
    );
    const match = new RegExp(`^${expression}$`).exec(line);
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { handler, params: Object.fromEntries(params) as Record<string, string> };
  }
  throw new ApiFailure(404, 7000, `No route for that URI: ${line}`);
}

/** Lists fit on one page. */
function envelope(result: unknown): Response {
  const count = Array.isArray(result) ? result.length : 1;
  const page = { page: 1, per_page: 1000, count, total_count: count, total_pages: 1 };
  return Response.json({
    success: true,
    errors: [],
    messages: [],
    result,
    ...(Array.isArray(result) ? { result_info: page } : {}),
  });
}

function refusal({ status, code, message }: ApiFailure): Response {
  return Response.json(
    { success: false, errors: [{ code, message }], messages: [], result: null },
    { status },
  );
}

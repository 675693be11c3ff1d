import type { Context, Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { handOver } from '../add-operations.ts';
import { mount } from '../serve.ts';
import { checkArguments, toRequest } from './arguments.ts';
import type { Arguments, Tool } from './tool.ts';

/**
 * Calls a tool. Its operations run behind the doors of /v1, as the caller who was let in before, so what they answer and refuse is the same;
 * but they do not count as requests of their own.
 *
 * @param inside an app without paths, whose errors are those of the contract
 */
export async function callTool(
  tool: Tool,
  args: Arguments,
  c: Context<AppEnv>,
  inside: Hono<AppEnv>,
): Promise<Response> {
  const { origin } = new URL(c.req.url);
  const send = async (request: Request) => inside.fetch(request, c.env, c.executionCtx);
  inside.use(async function inherit(inner, next) {
    for (const name of ['requestId', 'deps', 'attempts', 'actor'] as const) inner.set(name, c.get(name));
    await next();
    // For the log.
    const { method, path } = inner.req;
    if (path !== c.req.path) c.set('ran', { method, path, status: inner.res.status });
    if (inner.get('errorCode')) c.set('errorCode', inner.get('errorCode'));
    if (inner.get('errorFields')) c.set('errorFields', inner.get('errorFields'));
  });
  inside.use('/v1/*', handOver);
  inside.post('/mcp', async () => {
    checkArguments(tool, args);
    return tool.run(args, async (operation, own, text) => {
      const request = toRequest(operation, own, origin, text);
      const response = await send(request);
      response.headers.set('Content-Location', request.url);
      return response;
    });
  });
  mount(inside, Object.fromEntries(tool.operations.entries()));
  return send(new Request(`${origin}/mcp`, { method: 'POST' }));
}

import type { Hono, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { handOverNews } from '#service/events/hand-over.ts';
import type { AppEnv } from './app-env.ts';
import type { Platform } from './dependencies.ts';
import { createReadHealth } from './health.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { OPERATIONS } from './operations.ts';
import { mount } from './serve.ts';
import { SERVICE_VERSION } from './version.ts';

/** Adds the operations to an app, after the checks of who is calling and what the plan allows. */
export function addOperations(
  app: Hono<AppEnv>,
  platform: Platform,
  authenticate: MiddlewareHandler<AppEnv>,
): Hono<AppEnv> {
  const readHealth = createReadHealth(platform, SERVICE_VERSION);
  app.use('/v1/*', tellVersion);
  app.use('/health', tellVersion);
  app.use('/health', async function provideHealth(c, next) {
    c.set('readHealth', readHealth);
    await next();
  });
  app.use('/v1/*', authenticate);
  app.use('/v1/*', limitRate);
  app.use('/v1/*', handOver);
  mount(app, OPERATIONS);
  return app;
}

const tellVersion = createMiddleware<AppEnv>(async function tellVersion(c, next) {
  await next();
  c.res.headers.set('X-Service-Version', SERVICE_VERSION);
});

/** After a change, hands over what its account wants to hear of. */
export const handOver = createMiddleware<AppEnv>(async function handOver(c, next) {
  await next();
  if (c.req.method !== 'GET')
    c.get('deps').afterResponse(handOverNews(c.get('deps'), c.get('actor')?.account));
});

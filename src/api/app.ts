import { Hono } from 'hono';
import { createAttempts } from '#storage/attempts.ts';
import { createDashboard, showMissingPage } from '#dashboard/dashboard.ts';
import { createDependencies, type Platform, PLATFORM } from './dependencies.ts';
import type { AppEnv } from './app-env.ts';
import { ApiError } from './errors.ts';
import { createAuthenticate } from './middleware/authenticate.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { logRequest } from './middleware/log-request.ts';
import { requestId } from './middleware/request-id.ts';
import { requireHttps } from './middleware/require-https.ts';
import { requireScope } from './middleware/require-scope.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { createReadHealth } from './health.ts';
import { readReference } from './reference/page.ts';
import { readRobots, readSecurityTxt, redirectToSecurity } from './well-known.ts';
import { mount } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { renderError, toApiError } from './render-error.ts';

/** Clock, randomness and network of the app; a test passes its own. */
export type AppOptions = Partial<Platform>;

export type App = ReturnType<typeof createApp>;

/** The API, as a table of contents. */
export function createApp(options: AppOptions = {}) {
  const platform = { ...PLATFORM, ...options };
  const { nowMs } = platform;
  const attempts = createAttempts(nowMs);
  const readHealth = createReadHealth(platform);
  const app = new Hono<AppEnv>();

  app.use(requestId);
  app.use(logRequest(nowMs));
  app.use(secureHeaders);
  app.use(requireHttps);
  app.use(async function provideDependencies(c, next) {
    const afterResponse = (work: Promise<void>) => c.executionCtx.waitUntil(work);
    c.set('deps', createDependencies(c.env, platform, afterResponse, c.get('requestId')));
    c.set('attempts', attempts);
    c.set('readHealth', readHealth);
    await next();
  });

  app.get('/.well-known/security.txt', readSecurityTxt);
  app.get('/.well-known/change-password', redirectToSecurity);
  app.get('/robots.txt', readRobots);
  app.get('/docs', readReference);

  app.use('/v1/*', createAuthenticate(nowMs));
  app.use('/v1/*', limitRate);
  app.use('/v1/*', requireScope);
  mount(app, OPERATIONS);
  app.route('/', createDashboard());

  app.notFound(
    async (c) =>
      (await showMissingPage(c)) ??
      renderError(c, new ApiError('not_found', `There is nothing at ${c.req.method} ${c.req.path}.`)),
  );
  app.onError((error, c) => renderError(c, toApiError(c, error)));
  return app;
}

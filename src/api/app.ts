import { Hono } from 'hono';
import { createDashboard } from '../dashboard/dashboard.ts';
import { createDependencies, type Platform, PLATFORM } from './dependencies.ts';
import { ApiError, renderError, unavailable } from './errors.ts';
import { type AuthVariables, createAuthenticate } from './middleware/authenticate.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { logRequest, type LogVariables, reportFailure } from './middleware/log-request.ts';
import { requestId, type RequestIdVariables } from './middleware/request-id.ts';
import { requireHttps } from './middleware/require-https.ts';
import { requireScope } from './middleware/require-scope.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { createReadHealth } from './routes/health.ts';
import { readOpenApi } from './routes/openapi.ts';
import { readReference } from './routes/reference.ts';
import { allowOnly, qrCodeRoutes } from './routes/qr-codes.ts';
import type { Dependencies } from '../service/dependencies.ts';
import { isStorageFailure } from '../storage/unavailable.ts';

export interface AppEnv {
  Bindings: ApiEnv;
  Variables: RequestIdVariables & LogVariables & AuthVariables & { deps: Dependencies };
}

/** Clock, randomness and network of the app; a test passes its own. */
export type AppOptions = Partial<Platform>;

export type App = ReturnType<typeof createApp>;

/** The API, as a table of contents. */
export function createApp(options: AppOptions = {}) {
  const platform = { ...PLATFORM, ...options };
  const { nowMs } = platform;
  const app = new Hono<AppEnv>();

  app.use(requestId);
  app.use(logRequest(nowMs));
  app.use(secureHeaders);
  app.use(requireHttps);
  app.use(async function provideDependencies(c, next) {
    const afterAnswer = (work: Promise<void>) => c.executionCtx.waitUntil(work);
    c.set('deps', createDependencies(c.env, platform, afterAnswer));
    await next();
  });

  app.get('/health', createReadHealth(platform));
  app.all('/health', allowOnly('GET, HEAD'));
  app.get('/openapi.json', readOpenApi);
  app.get('/docs', readReference);

  app.use('/v1/*', createAuthenticate(nowMs));
  app.use('/v1/*', limitRate);
  app.use('/v1/*', requireScope);
  app.route('/v1/qr', qrCodeRoutes);
  app.route('/', createDashboard());

  app.notFound((c) =>
    renderError(c, new ApiError('not_found', `There is nothing at ${c.req.method} ${c.req.path}.`)),
  );
  app.onError((error, c) => {
    if (error instanceof ApiError) return renderError(c, error);
    if (isStorageFailure(error)) {
      reportFailure('storage_failed', error, c.get('requestId'));
      return renderError(c, unavailable());
    }
    reportFailure('unexpected_error', error, c.get('requestId'));
    return renderError(
      c,
      new ApiError('internal_error', 'Something went wrong on our side. Please try again.'),
    );
  });
  return app;
}

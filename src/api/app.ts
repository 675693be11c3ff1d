import { Hono, type Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import { createAttempts } from '#storage/attempts.ts';
import { createDashboard, showMissingPage } from '#dashboard/dashboard.ts';
import { createDependencies, type Platform, PLATFORM } from './dependencies.ts';
import type { AppEnv } from './app-env.ts';
import { ApiError, toErrorBody, unavailable } from '#contract/problems/api-error.ts';
import { handOverNews } from '#service/events/hand-over.ts';
import { createAuthenticate } from './middleware/authenticate.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { logRequest, reportFailure } from './middleware/log-request.ts';
import { requestId } from './middleware/request-id.ts';
import { requireHttps } from './middleware/require-https.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { createReadHealth } from './health.ts';
import { SERVICE_VERSION } from './version.ts';
import { readErrors } from './reference/errors-page.ts';
import { readReference } from './reference/page.ts';
import { mount } from './serve.ts';
import { OPERATIONS } from './operations.ts';
import { suggestPath } from './suggest-path.ts';
import { ERROR_STATUS } from '#contract/problems/error-codes.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { formatSecurityTxt } from '#core/http/security-txt.ts';

/** The app's clock, randomness and network; tests pass their own. */
export type AppOptions = Partial<Platform>;

export type App = ReturnType<typeof createApp>;

/** The API, as a table of contents. */
export function createApp(options: AppOptions = {}) {
  const platform = { ...PLATFORM, ...options };
  const { nowMs } = platform;
  const attempts = createAttempts(nowMs);
  const readHealth = createReadHealth(platform, SERVICE_VERSION);
  const app = new Hono<AppEnv>();

  app.use(requestId);
  app.use(logRequest(nowMs));
  app.use(secureHeaders);
  app.use(async function provideDependencies(c, next) {
    const afterResponse = (work: Promise<void>) => c.executionCtx.waitUntil(work);
    const deps = createDependencies(c.env, platform, afterResponse, c.get('requestId'));
    c.set('deps', { ...deps, noteCodesOfMonth: (count) => c.set('codesOfMonth', count) });
    c.set('attempts', attempts);
    c.set('readHealth', readHealth);
    await next();
  });
  app.use(requireHttps);

  app.get('/.well-known/security.txt', readSecurityTxt);
  app.get('/.well-known/change-password', redirectToSecurity);
  app.get('/robots.txt', readRobots);
  app.get('/docs', readReference);
  app.get('/docs/errors', readErrors);

  app.use('/v1/*', tellVersion);
  app.use('/health', tellVersion);
  app.use('/v1/*', createAuthenticate(nowMs));
  app.use('/v1/*', limitRate);
  app.use('/v1/*', handOver);
  mount(app, OPERATIONS);
  app.route('/', createDashboard());

  app.notFound(
    async (c) => (await showMissingPage(c)) ?? renderError(c, nothingAt(c.req.method, c.req.path)),
  );
  app.onError((error, c) => renderError(c, toApiError(c, error)));
  return app;
}

const tellVersion = createMiddleware<AppEnv>(async function tellVersion(c, next) {
  await next();
  c.res.headers.set('X-Service-Version', SERVICE_VERSION);
});

const handOver = createMiddleware<AppEnv>(async function handOver(c, next) {
  await next();
  if (c.req.method !== 'GET')
    c.get('deps').afterResponse(handOverNews(c.get('deps'), c.get('actor')?.account));
});

const SHOWN_CHARACTERS = 200;

function nothingAt(method: string, path: string): ApiError {
  const meant = suggestPath(path);
  const shown = path.length > SHOWN_CHARACTERS ? `${path.slice(0, SHOWN_CHARACTERS)}…` : path;
  const advice = meant === null ? '' : ` Did you mean ${meant}?`;
  return new ApiError('not_found', `There is nothing at ${method} ${shown}.${advice}`);
}

/** As RFC 9457 names it, where a caller prefers that. */
const ERROR_TYPES = ['application/json', 'application/problem+json'];

/** Writes the response of an error. No other file writes an error's status or body. */
function renderError(c: Context<AppEnv>, error: ApiError): Response {
  const { code, message, fields, headers, quota } = error;
  c.set('errorCode', code);
  c.set('errorFields', fields);
  const place = { origin: new URL(c.req.url).origin, requestId: c.get('requestId') };
  const body = JSON.stringify(toErrorBody(code, { message, errors: fields, quota }, place));
  const [usual = ''] = ERROR_TYPES;
  const type = accepts(c, { header: 'Accept', supports: ERROR_TYPES, default: usual });
  return c.body(body, ERROR_STATUS[code], { ...headers, 'Content-Type': type });
}

/** Converts anything that a handler throws into an error of the contract. The cause of an unexpected failure goes only to the log. */
function toApiError(c: Context<AppEnv>, error: Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFailure(error)) {
    reportFailure('storage_failed', error, c.get('requestId'));
    return unavailable();
  }
  reportFailure('unexpected_error', error, c.get('requestId'));
  return new ApiError('internal_error', 'The service failed. Retry the request.');
}

/** `GET /.well-known/security.txt`: the contact for vulnerabilities; 404 if the operator named none. */
function readSecurityTxt(c: Context<AppEnv>): Response | Promise<Response> {
  const text = formatSecurityTxt(c.env.SECURITY_CONTACT, c.req.url, c.get('deps').nowMs());
  return text === null ? c.notFound() : c.text(text);
}

/** `GET /.well-known/change-password`: password managers send people here. There are no passwords, but passkeys and sign-in links. */
function redirectToSecurity(c: Context<AppEnv>): Response {
  return c.redirect('/settings', 302);
}

const ROBOTS = `User-agent: *
Disallow: /
Allow: /docs
Allow: /openapi.json
Allow: /privacy
Allow: /terms
`;

/** `GET /robots.txt`: allows only what strangers may read. */
function readRobots(c: Context<AppEnv>): Response {
  return c.text(ROBOTS);
}

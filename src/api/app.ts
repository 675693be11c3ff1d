import { Hono, type Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getPath } from 'hono/utils/url';
import { createAttempts } from '#storage/attempts.ts';
import { createDependencies, type Platform, PLATFORM } from './dependencies.ts';
import type { AppEnv } from './app-env.ts';
import { ApiError, toErrorBody, unavailable } from '#contract/problems/api-error.ts';
import { createAuthenticate } from './middleware/authenticate.ts';
import { logRequest, reportFailure } from './middleware/log-request.ts';
import { requestId } from './middleware/request-id.ts';
import { requireHttps } from './middleware/require-https.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { ERROR_STATUS } from '#contract/problems/error-codes.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { formatSecurityTxt } from '#core/http/security-txt.ts';

/** The app's clock, randomness and network; tests pass their own. */
export type AppOptions = Partial<Platform>;

export type App = ReturnType<typeof createApp>;

type Room = Hono<AppEnv>;

/**
 * The API, as a table of contents. A room is loaded when a request first enters it, because no start of an isolate needs all of them:
 * docs/decisions/start.md.
 */
export function createApp(options: AppOptions = {}) {
  const platform = { ...PLATFORM, ...options };
  const frame = createFrame(platform);
  const fixed = addFixedPaths(frame());
  // One for all rooms: a revoked key stops working in each of them at once.
  const authenticate = createAuthenticate(platform.nowMs);
  const openOperations = once(async () => {
    const { addOperations } = await import('./add-operations.ts');
    return addOperations(frame(), platform, authenticate);
  });
  const openAssistants = once(async () => {
    const { addAssistants } = await import('./assistants/add-assistants.ts');
    return addAssistants(frame(), authenticate, createRoom);
  });
  const openDashboard = once(async () => {
    const { createDashboard } = await import('#dashboard/dashboard.ts');
    return frame().route('/', createDashboard());
  });

  function openRoom(path: string): Room | Promise<Room> {
    if (FIXED_PATHS.test(path)) return fixed;
    if (path === '/mcp') return openAssistants();
    return PATHS_OF_OPERATIONS.test(path) ? openOperations() : openDashboard();
  }

  return {
    /** Makes the rooms, as the first request of each would. */
    open: () => Promise.all([openOperations(), openAssistants(), openDashboard()]),

    async fetch(request: Request, env: ApiEnv, ctx: ExecutionContext): Promise<Response> {
      const room = await openRoom(getPath(request));
      return room.fetch(request, env, ctx);
    },
  };
}

const FIXED_PATHS = /^\/(?:robots\.txt|docs(?:\/errors)?|(?:images|oauth|\.well-known)\/.*)$/;
const PATHS_OF_OPERATIONS = /^\/(?:v1|health)(?:\/|$)/;

/** Makes something when it is first needed; if that fails, it tries again when it is next needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make().catch(forget));
  function forget(error: unknown): never {
    made = null;
    throw error;
  }
}

/** What is around each room: what all of them share, and their errors. */
function createFrame(platform: Platform): () => Room {
  const { nowMs } = platform;
  const attempts = createAttempts(nowMs);
  return function frame() {
    const app = createRoom();
    app.use(requestId);
    app.use(logRequest(nowMs));
    app.use(secureHeaders);
    app.use(async function provideDependencies(c, next) {
      const afterResponse = (work: Promise<void>) => c.executionCtx.waitUntil(work);
      const deps = createDependencies(c.env, platform, afterResponse, c.get('requestId'));
      c.set('deps', { ...deps, noteCodesOfMonth: (count) => c.set('codesOfMonth', count) });
      c.set('attempts', attempts);
      await next();
    });
    app.use(requireHttps);
    app.notFound(async (c) => {
      const { showMissingPage } = await import('#dashboard/frame/show-missing-page.ts');
      return (await showMissingPage(c)) ?? renderError(c, await nothingAt(c.req.method, c.req.path));
    });
    return app;
  };
}

/** An app whose errors are those of the contract. */
function createRoom(): Room {
  const app = new Hono<AppEnv>();
  app.notFound(async (c) => renderError(c, await nothingAt(c.req.method, c.req.path)));
  app.onError((error, c) => renderError(c, toApiError(c, error)));
  return app;
}

/** The paths that have a response of their own. */
function addFixedPaths(app: Room): Room {
  app.get('/.well-known/security.txt', readSecurityTxt);
  app.get('/.well-known/change-password', redirectToSecurity);
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    app.get(path, async (c) => (await import('./oauth/routes.ts')).readResource(c));
  app.all('/.well-known/oauth-authorization-server', async (c) =>
    (await import('./oauth/routes.ts')).readServer(c),
  );
  app.all('/oauth/token', async (c) => (await import('./oauth/routes.ts')).exchangeToken(c));
  app.get('/robots.txt', readRobots);
  app.get('/docs', async (c) => (await import('./reference/page.ts')).readReference(c));
  app.get('/docs/errors', async (c) => (await import('./reference/errors-page.ts')).readErrors(c));
  app.get('/images/*', async (c) => (await import('./images/hand-out.ts')).handOutImage(c));
  app.all('/images/*', async (c) => (await import('./images/hand-out.ts')).refuseToWriteImage(c));
  return app;
}

const SHOWN_CHARACTERS = 200;

async function nothingAt(method: string, path: string): Promise<ApiError> {
  const { suggestPath } = await import('./suggest-path.ts');
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
Allow: /images/
Allow: /docs
Allow: /llms.txt
Allow: /client/
Allow: /CHANGELOG.md
Allow: /openapi.json
Allow: /privacy
Allow: /terms
`;

/** `GET /robots.txt`: allows only what strangers may read. */
function readRobots(c: Context<AppEnv>): Response {
  return c.text(ROBOTS);
}

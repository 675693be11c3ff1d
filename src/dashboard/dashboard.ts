import { Hono } from 'hono';
import { isStorageFailure } from '../storage/unavailable.ts';
import type { DashboardContext, DashboardEnv } from './dashboard-env.ts';
import { limitPerson } from './middleware/limit-attempts.ts';
import { requireSameOrigin } from './middleware/require-same-origin.ts';
import { requireSession } from './middleware/require-session.ts';
import { securePage } from './middleware/secure-page.ts';
import { compressPage } from './middleware/compress-page.ts';
import { PageError, pageNotFound } from './page-error.ts';
import { renderPageError } from './render.tsx';
import { readAsset, readIcon } from './routes/assets.ts';
import { settingsRoutes } from './routes/settings.tsx';
import { codeRoutes } from './routes/code.tsx';
import { changeCodeForm, createCode, showCodeForm, showPreview } from './routes/code-form.tsx';
import { listCodes } from './routes/code-list.tsx';
import { signInRoutes, signOut } from './routes/sign-in.tsx';
import { signUpRoutes } from './routes/sign-up.tsx';

const PUBLIC_PATHS = ['/sign-in/*', '/sign-up/*'];
const PRIVATE_PATHS = ['/sign-out', '/codes/*', '/settings/*'];

/** The dashboard, as a table of contents. The API mounts it at `/`; it adds no middleware to paths that are not its own. */
export function createDashboard() {
  const app = new Hono<DashboardEnv>();

  app.get('/', (c) => c.redirect('/codes', 303));
  app.get('/assets/icon.svg', readIcon);
  app.get('/assets/:file', compressPage, readAsset);

  for (const path of [...PUBLIC_PATHS, ...PRIVATE_PATHS]) {
    app.use(path, compressPage, securePage, requireSameOrigin);
  }
  for (const path of PRIVATE_PATHS) app.use(path, requireSession, limitPerson);

  app.route('/sign-in', signInRoutes);
  app.route('/sign-up', signUpRoutes);
  app.post('/sign-out', signOut);
  app.route('/settings', settingsRoutes);
  app.route('/codes/:id{qr_[^/]+}', codeRoutes);

  app.get('/codes', listCodes);
  app.post('/codes', createCode);
  app.get('/codes/new', showCodeForm);
  app.post('/codes/new', changeCodeForm);
  app.post('/codes/preview', showPreview);

  for (const path of [...PUBLIC_PATHS, ...PRIVATE_PATHS]) {
    app.all(path, () => {
      throw pageNotFound();
    });
  }
  app.onError((error, c) => renderPageError(c, toPageError(error, c)));
  return app;
}

function toPageError(error: Error, c: DashboardContext): PageError {
  if (error instanceof PageError) return error;
  const reason = isStorageFailure(error) ? 'storage_failed' : 'unexpected_error';
  c.get('deps').reportFailure(reason, error);
  return isStorageFailure(error)
    ? new PageError(
        503,
        'Not available right now',
        'A part of the service does not answer. Printed codes go on working; please try again in a moment.',
      )
    : new PageError(
        500,
        'Something went wrong',
        'The mistake is on our side, and it was logged. Please try again.',
      );
}

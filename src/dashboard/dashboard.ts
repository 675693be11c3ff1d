import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { CONNECT_PATH } from '#core/accounts/connected-app.ts';
import { VIEW_PAGES } from '#core/saved-view.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { DashboardContext, DashboardEnv } from './frame/dashboard-env.ts';
import { limitPerson, limitSignIns } from './accounts/sign-in/limit-attempts.ts';
import { requireSameOrigin } from './frame/require-same-origin.ts';
import { requireEditor, requireEditorToSend, requireSession } from './accounts/sign-in/require-session.ts';
import { followChoices } from './frame/choices-form.tsx';
import { securePage } from './frame/secure-page.ts';
import { readLanguage } from './frame/read-language.ts';
import { compressPage } from './frame/compress-page.ts';
import { notAvailable, PageError, pageNotFound } from './frame/page-error.ts';
import { renderPageError } from './frame/render.tsx';
import { readAsset, readIcon, readLogo } from './frame/assets/assets.ts';
import { connectRoutes } from './accounts/apps/connect.tsx';
import { settingsRoutes } from './accounts/settings/settings.tsx';
import { codeRoutes } from './codes/page/code.tsx';
import {
  changeCodeForm,
  createCode,
  keepCodeFormId,
  showCodeForm,
  showPreview,
  uploadFileOfForm,
  uploadLogo,
} from './codes/form/new.tsx';
import { showPicture } from './codes/library/pictures.tsx';
import { libraryRoutes } from './codes/library/library.tsx';
import { importRoutes } from './codes/import/import.tsx';
import { downloadEverything, downloadExport, showExport } from './codes/export/export.tsx';
import { exportCodes } from './codes/list/export-codes.ts';
import { findCodes } from './codes/list/find-codes.tsx';
import { toCodeListViewQuery } from './codes/list/list-query.ts';
import { listCodes } from './codes/list/list.tsx';
import { showLookAlike } from './codes/look-alike.tsx';
import { downloadFiles, downloadSheets } from './codes/selection/files.tsx';
import { changeSelection, runSelection } from './codes/selection/selection.tsx';
import { undoChange } from './codes/selection/undo-change.tsx';
import { removeTag, renameTag, showTags } from './codes/tags/tags.tsx';
import { downloadAccountScans, showAccountAnalytics } from './scans/analytics.tsx';
import { toAccountViewQuery } from './scans/subject.ts';
import { chooseAccountFilter } from './scans/filters/choose-filter.tsx';
import { brandRoutes } from './brand/brand.tsx';
import { domainRoutes } from './domains/domains.tsx';
import { webhookRoutes } from './events/webhooks.tsx';
import { showOverview } from './overview/overview.tsx';
import { templateRoutes } from './codes/templates/templates.tsx';
import { signInRoutes, signOut } from './accounts/sign-in/sign-in.tsx';
import { signUpRoutes } from './accounts/sign-in/sign-up.tsx';
import { sharedRoutes } from './shares/shared.tsx';
import { shareRoutes } from './scans/sharing/shares.tsx';
import { SHARED_PATH } from './scans/sharing/words.ts';
import { UNSUBSCRIBE_PATH } from '#service/summaries/mail-summaries.ts';
import { unsubscribeRoutes } from './summaries/unsubscribe.tsx';
import { TEXT_PATHS, textRoutes } from './texts/texts.tsx';
import { offerViews } from './views/saved-views.tsx';
import { PAGE_PATHS, type ViewQueries } from './views/view-pages.ts';
import { viewRoutes } from './views/views.tsx';

const PUBLIC_PATHS = ['/sign-in/*', '/sign-up/*', `${SHARED_PATH}/*`, ...TEXT_PATHS];
const PRIVATE_PATHS = [
  '/sign-out',
  '/overview',
  '/analytics/*',
  '/codes/*',
  '/shares/*',
  '/settings/*',
  '/views/*',
  CONNECT_PATH,
];

const VIEW_QUERIES: ViewQueries = { codes: toCodeListViewQuery, analytics: toAccountViewQuery };

/** Their pages show scans in the reader's time zone. */
const PATHS_WITH_SCANS = ['/overview', '/analytics/*', '/codes/*', `${SHARED_PATH}/*`];

/** All routes of the dashboard. The API mounts it at `/`; its middleware runs only on its own paths. */
export function createDashboard() {
  const app = new Hono<DashboardEnv>();

  app.get('/', (c) => c.redirect('/overview', 303));
  app.get('/assets/icon.svg', readIcon);
  app.get('/assets/:logo{logo-.+}', readLogo);
  app.get('/assets/:file', compressPage, readAsset);

  for (const path of [...PUBLIC_PATHS, ...PRIVATE_PATHS]) {
    app.use(path, readLanguage, compressPage, securePage, requireSameOrigin);
  }
  app.use(`${UNSUBSCRIBE_PATH}/*`, readLanguage, compressPage, securePage, limitSignIns);
  for (const path of PRIVATE_PATHS) app.use(path, requireSession, limitPerson);
  for (const path of PATHS_WITH_SCANS) app.use(path, followChoices);
  for (const page of VIEW_PAGES) app.use(PAGE_PATHS[page], offerViews(page, VIEW_QUERIES));
  // Each makes the service fetch the document of an app.
  app.use(CONNECT_PATH, limitSignIns);
  app.use('/codes/*', requireEditorToSend);
  for (const path of ['/codes/new', '/codes/import/*', '/shares/*']) app.use(path, requireEditor);

  app.route('/', textRoutes);
  app.route('/sign-in', signInRoutes);
  app.route('/sign-up', signUpRoutes);
  app.post('/sign-out', signOut);
  app.route('/settings/brand', brandRoutes);
  app.route('/settings/domains', domainRoutes);
  app.route('/settings/webhooks', webhookRoutes);
  app.route('/settings', settingsRoutes);
  app.route('/shares', shareRoutes);
  app.route('/views', viewRoutes(VIEW_QUERIES));
  app.route(CONNECT_PATH, connectRoutes);
  app.route(SHARED_PATH, sharedRoutes);
  app.route(UNSUBSCRIBE_PATH, unsubscribeRoutes);
  app.route('/codes/:id{qr_[^/]+}', codeRoutes);
  app.route('/codes/import', importRoutes);
  app.route('/codes/templates', templateRoutes);
  app.route('/codes/library', libraryRoutes);

  app.get('/analytics', showAccountAnalytics);
  app.get('/analytics/filter', chooseAccountFilter);
  app.get('/analytics/scans.csv', downloadAccountScans);
  app.get('/overview', showOverview);
  app.get('/codes', listCodes);
  app.get('/codes/find', findCodes);
  app.get('/codes/export.csv', exportCodes('csv'));
  app.get('/codes/export.ndjson', exportCodes('ndjson'));
  app.get('/codes/leave', showExport);
  app.get('/codes/leave/everything.zip', downloadEverything);
  app.get('/codes/leave/:file', downloadExport);
  app.get('/codes/tags', showTags);
  app.post('/codes/tags/rename', renameTag);
  app.post('/codes/tags/delete', removeTag);
  app.post('/codes/selection', changeSelection);
  app.post('/codes/selection/run', runSelection);
  app.post('/codes/selection/files', downloadFiles);
  app.post('/codes/selection/sheets', downloadSheets);
  app.post('/codes/undo', undoChange);
  app.post('/codes', createCode);
  app.get('/codes/new', keepCodeFormId, showCodeForm);
  app.post('/codes/new', changeCodeForm);
  app.post('/codes/new/logo', requireEditor, uploadLogo);
  app.post('/codes/new/file', requireEditor, uploadFileOfForm);
  app.get('/codes/pictures/:id', showPicture);
  app.post('/codes/preview', showPreview);
  app.post('/codes/look-alike', showLookAlike);

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
    ? notAvailable()
    : new PageError(
        500,
        say('Something went wrong'),
        say('The error is on our side and has been logged. Please try again.'),
      );
}

import { Hono } from 'hono';
import { downloadRoutes } from '../download/download.tsx';
import { requireEditor } from '../../accounts/sign-in/require-session.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { keepCodeFormId, showDuplicateForm } from '../form/new.tsx';
import { renderCode } from '../form/render-code.tsx';
import { restoreCode } from '../history/restore.ts';
import { readImage } from './images.ts';
import { chooseFilter, downloadScans, showAnalytics, showScans } from './code-scans.tsx';
import { deleteCode } from './delete.ts';
import { archiveCode, editFiling } from '../filing/edit-filing.ts';
import { showChosenFile, uploadFileOfCode } from './choose-file.tsx';
import { editCode } from './edit.ts';
import { controlRoutes } from '../control/control.tsx';
import { addShortLink, removeShortLink } from '../names/edit-names.tsx';

/** `/codes/{id}`: the page of a code, its images, scans and edits, its names, its copy and its deletion. */
export const codeRoutes = new Hono<DashboardEnv>()
  .get('/', showCode)
  .post('/', editCode)
  .post('/file', uploadFileOfCode)
  .post('/file/outcome', showChosenFile)
  .get('/image.svg', readImage('svg'))
  .get('/image.png', readImage('png'))
  .route('/download', downloadRoutes)
  .get('/analytics', showAnalytics)
  .get('/analytics/filter', chooseFilter)
  .get('/scans', showScans)
  .get('/scans.csv', downloadScans)
  .post('/restore', restoreCode)
  .route('/control', controlRoutes)
  .post('/filing', editFiling)
  .post('/archive', archiveCode)
  .post('/names', addShortLink)
  .post('/names/remove', removeShortLink)
  .get('/duplicate', requireEditor, keepCodeFormId, showDuplicateForm)
  .post('/delete', deleteCode);

async function showCode(c: DashboardContext): Promise<Response> {
  return renderCode(c, await findCode(c));
}

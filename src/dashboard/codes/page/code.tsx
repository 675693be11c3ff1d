import { Hono } from 'hono';
import type { QrCode } from '#core/codes/qr-code.ts';
import { downloadRoutes } from '../download/download.tsx';
import { lookRoutes } from '../looks/looks.tsx';
import { requireEditor } from '../../accounts/sign-in/require-session.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { showDuplicateForm, showLikeForm } from '../form/new.tsx';
import { renderCode } from '../form/render-code.tsx';
import { showEdits } from './edits.tsx';
import { readImage } from './images.ts';
import { showAnalytics } from '../../scans/analytics.tsx';
import { downloadScans, showScans } from '../../scans/scans.tsx';
import { confirmDeletion, deleteCode } from './delete.tsx';
import { archiveCode, editLabels } from './edit-labels.ts';
import { editCode } from './edit.ts';
import { restoreCode } from './restore.ts';
import {
  changeRule,
  changeLimits,
  changeVariants,
  moveRule,
  pauseCode,
  showControl,
} from '../../control/control.tsx';

/** `/codes/{id}`: the page of a code, its images, scans and edits, its copy and its deletion. */
export const codeRoutes = new Hono<DashboardEnv>()
  .get('/', showCode)
  .post('/', editCode)
  .get('/image.svg', readImage('svg'))
  .get('/image.png', readImage('png'))
  .route('/download', downloadRoutes)
  .get('/analytics', showAnalytics)
  .route('/looks', lookRoutes)
  .get('/scans', showScans)
  .get('/scans.csv', downloadScans)
  .get('/edits', showEdits)
  .post('/restore', restoreCode)
  .get('/control', requireEditor, showControl)
  .post('/control/pause', pauseCode)
  .post('/control/limits', changeLimits)
  .post('/control/rules', changeRule)
  .post('/control/move-rule', moveRule)
  .post('/control/variants', changeVariants)
  .post('/labels', editLabels)
  .post('/archive', archiveCode)
  .get('/duplicate', requireEditor, showDuplicateForm)
  .get('/like', requireEditor, showLikeForm)
  .get('/delete', requireEditor, confirmDeletion)
  .post('/delete', deleteCode);

async function showCode(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  return renderCode(c, counted, { notice: chooseNotice(c, counted.code) });
}

function chooseNotice(c: DashboardContext, code: QrCode): string | null {
  if (c.req.query('saved') !== undefined)
    return code.isDynamic ? 'Saved. A new target takes effect within 30 seconds.' : 'Saved.';
  if (c.req.query('labelled') !== undefined) return 'Saved.';
  if (c.req.query('archived') !== undefined)
    return 'Archived: the list leaves the code out. Scans work as before.';
  if (c.req.query('unarchived') !== undefined) return 'The code is in the list again.';
  if (c.req.query('paused') !== undefined) return 'Paused. Every scan follows within 30 seconds.';
  if (c.req.query('resumed') !== undefined) return 'Resumed. Every scan follows within 30 seconds.';
  if (c.req.query('restored') === 'unlocked') {
    return 'Restored, but nobody is asked for a password: the history holds none. Set one again under “What happens on a scan”.';
  }
  if (c.req.query('restored') !== undefined) return 'Restored. Every scan follows within 30 seconds.';
  if (c.req.query('unchanged') !== undefined) return 'Nothing was changed.';
  if (c.req.query('created') === undefined) return null;
  return code.isDynamic
    ? 'Your code is ready. Scan it with your phone and watch the scan appear below, or download it.'
    : 'Your code is ready to download and print.';
}

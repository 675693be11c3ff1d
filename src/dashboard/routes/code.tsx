import { Hono } from 'hono';
import type { QrCode } from '../../core/qr-code.ts';
import { codeOf } from '../code-of.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { presentCode } from '../present-code.tsx';
import { showEdits } from './code-edits.tsx';
import { readImage } from './code-images.ts';
import { downloadScans, showScans } from './code-scans.tsx';
import { confirmDeletion, deleteCode } from './delete-code.tsx';
import { editCode } from './edit-code.ts';

/** `/codes/{id}`: a code's own page, and what hangs on it. */
export const codeRoutes = new Hono<DashboardEnv>()
  .get('/', showCode)
  .post('/', editCode)
  .get('/image.svg', readImage('svg'))
  .get('/image.png', readImage('png'))
  .get('/scans', showScans)
  .get('/scans.csv', downloadScans)
  .get('/edits', showEdits)
  .get('/delete', confirmDeletion)
  .post('/delete', deleteCode);

async function showCode(c: DashboardContext): Promise<Response> {
  const counted = await codeOf(c);
  return presentCode(c, counted, { notice: noticeOf(c, counted.code) });
}

function noticeOf(c: DashboardContext, code: QrCode): string | null {
  if (c.req.query('saved') !== undefined) return 'Saved. Every scan follows within 30 seconds.';
  if (c.req.query('unchanged') !== undefined) return 'Nothing was changed.';
  if (c.req.query('created') === undefined) return null;
  return code.isDynamic
    ? 'Your code is ready. Download it, or follow its short link and see the scan appear below.'
    : 'Your code is ready to download and print.';
}

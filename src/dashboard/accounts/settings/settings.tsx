import { Hono } from 'hono';
import type { DashboardEnv } from '../../frame/dashboard-env.ts';
import { requireFreshSignIn, requireOwner } from '../sign-in/require-session.ts';
import { enterAccount } from './accounts.tsx';
import { appRoutes } from '../apps/apps.tsx';
import { apiKeyRoutes } from '../keys/api-keys.tsx';
import { askToDelete, deleteAccount } from './delete-account.tsx';
import { changeLanguage, changeScheme } from './language.tsx';
import { showLog } from '../log/log.tsx';
import { changeMail } from './mail.tsx';
import { peopleRoutes } from './people.tsx';
import { securityRoutes } from './security.tsx';
import { openWorkspace, renameWorkspace } from './workspace.tsx';
import { showYou } from './you.tsx';

/** `/settings`: the pages that `settings-frame.tsx` lists. */
export const settingsRoutes = new Hono<DashboardEnv>()
  .get('/', showYou)
  .post('/language', changeLanguage)
  .post('/scheme', changeScheme)
  .post('/mail', changeMail)
  .post('/switch', enterAccount)
  .route('/', securityRoutes)
  .get('/workspace', openWorkspace)
  .post('/workspace', requireOwner, renameWorkspace)
  .get('/workspace/delete', requireOwner, requireFreshSignIn, askToDelete)
  .post('/workspace/delete', requireOwner, requireFreshSignIn, deleteAccount)
  .route('/people', peopleRoutes)
  .get('/log', showLog)
  .route('/keys', apiKeyRoutes)
  .route('/apps', appRoutes);

import { languageRoutes } from './language.tsx';
import { Hono } from 'hono';
import type { DashboardEnv } from '../../frame/dashboard-env.ts';
import { showActivity } from './activity.tsx';
import { accountRoutes } from './accounts.tsx';
import { apiKeyRoutes } from './api-keys.tsx';
import { mailRoutes } from './mail.tsx';
import { peopleRoutes } from './people.tsx';
import { showPlan } from './plan.tsx';
import { securityRoutes } from './security.tsx';

/** `/settings`: one page for each tab of `settings-tabs.tsx`. */
export const settingsRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => c.redirect('/settings/keys', 303))
  .route('/keys', apiKeyRoutes)
  .get('/plan', showPlan)
  .route('/security', securityRoutes)
  .route('/people', peopleRoutes)
  .route('/accounts', accountRoutes)
  .route('/mail', mailRoutes)
  .route('/language', languageRoutes)
  .get('/activity', showActivity);

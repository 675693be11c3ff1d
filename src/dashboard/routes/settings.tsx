import { Hono } from 'hono';
import { readUsage } from '../../storage/usage.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { PlanPage } from '../pages/plan.tsx';
import { renderPage } from '../render.tsx';
import { apiKeyRoutes } from './api-keys.tsx';
import { peopleRoutes } from './people.tsx';
import { securityRoutes } from './security.tsx';

export const settingsRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => c.redirect('/settings/keys', 303))
  .route('/keys', apiKeyRoutes)
  .get('/plan', showPlan)
  .route('/security', securityRoutes)
  .route('/people', peopleRoutes);

async function showPlan(c: DashboardContext): Promise<Response> {
  const { account } = c.get('person');
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const usage = await readUsage(deps.db, account.id, nowMs);
  return renderPage(
    c,
    { title: 'Plan and usage', section: 'Settings' },
    <PlanPage account={account} usage={usage} nowMs={nowMs} />,
  );
}

import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { APPS_PATH } from '#core/accounts/connected-app.ts';
import { disconnectApp } from '#service/apps/connect-app.ts';
import { findApp, listApps } from '#storage/accounts/api-keys.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { findOwn, forbidden } from '../../frame/page-error.ts';
import { renderSettings } from '../settings/list-room.tsx';
import { AppsPage } from './apps-page.tsx';

export const appRoutes = new Hono<DashboardEnv>().get('/', showApps).post('/:id/disconnect', disconnect);

async function showApps(c: DashboardContext): Promise<Response> {
  const viewer = c.get('person');
  const apps = await listApps(c.get('deps').db, viewer.account.id);
  const address = new URL(APPS_PATH, c.req.url).href;
  return renderSettings(c, 'Connected apps', <AppsPage {...{ apps, viewer, address }} />);
}

/** `POST /settings/apps/{id}/disconnect`: people end what they allowed, and owners what anybody did. */
async function disconnect(c: DashboardContext): Promise<Response> {
  const { id, makerId } = await findOwn(c, findApp);
  const actor = c.get('person');
  if (actor.role !== 'owner' && makerId !== actor.id)
    throw forbidden(say('Only the person who connected this app, or an owner, can disconnect it.'));
  await disconnectApp(c.get('deps'), c.env, { actor, origin: new URL(c.req.url).origin, id });
  return redirectSaying(c, '/settings/apps', 'app_disconnected');
}

import type { Context } from 'hono';
import type { PlanEditor } from '#service/codes/store-edit.ts';
import type { AppEnv } from '../app-env.ts';

/** Who changes a code: the request's API key. */
export function editorOf(c: Context<AppEnv>): PlanEditor {
  const { id: accountId, plan } = c.get('account');
  return { accountId, plan, editorId: c.get('apiKeyId') };
}

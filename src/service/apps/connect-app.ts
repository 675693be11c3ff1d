import { authorizationErrorRedirect } from '@cloudflare/workers-oauth-provider';
import { type KeyScope, mayEdit, type Person } from '#core/accounts/account.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import { toHex } from '#core/bytes/hex.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  type ApiKeyRow,
  findAppOfPerson,
  insertApiKey,
  revokeApiKey,
  updateApp,
} from '#storage/accounts/api-keys.ts';
import { isLimitReached, recordActivity } from '../accounts/activity.ts';
import { warnOfApp } from '../accounts/warn.ts';
import { withinQuota } from '../accounts/within-quota.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';
import type { AppRequest } from './app-request.ts';
import { type AppBindings, openAuthorizationServer } from './authorization-server.ts';

const SECRET_HASH_BYTES = 32;

/** What a person allows an app. */
export interface Consent {
  /** A form that is sent twice asks with the same id, so that it connects one app. */
  readonly id: string;
  readonly app: AppRequest;
  readonly scope: KeyScope;
}

/** What people may allow an app, from least rights to most: no more than it asks for, and than their role has. */
export function listGrantable({ role }: Pick<Person, 'role'>, { asksFor }: AppRequest): KeyScope[] {
  return mayEdit({ role }) && asksFor !== 'read' ? ['read', 'full'] : ['read'];
}

/**
 * Connects an app to a person's account, within its plan. Who connects an app again changes what it may do. Gives the address that leads
 * back to it, with a code for its tokens.
 */
export async function connectApp(
  deps: Dependencies,
  bindings: AppBindings,
  person: Person,
  { id, app, scope }: Consent,
): Promise<
  Result<string, QuotaProblem | { readonly reason: 'made_before' } | { readonly reason: 'too_many' }>
> {
  const { request, name } = app;
  if (await isLimitReached(deps, person.account.id, 'app.connected')) return err({ reason: 'too_many' });
  const find = () => findAppOfPerson(deps.db, person.account.id, person.id, request.clientId);
  const before = await find();
  if (before) await updateApp(deps.db, before.id, { name, scope });
  else {
    const inserted = await insertApp(deps, person, { id, app, scope });
    if (!inserted.ok) return inserted;
  }
  const row = before ?? (await find());
  if (!row) return err({ reason: 'made_before' });
  await recordActivity(deps, person, { action: 'app.connected', subjectId: row.id, note: scope });
  // Also when it was connected before: somebody else's program may be the same app.
  warnOfApp(deps, person, name);
  const rights = scope === 'full' ? ['read', 'write'] : ['read'];
  const { redirectTo } = await openAuthorizationServer(request.issuer ?? '')
    .getOAuthApi(bindings)
    .completeAuthorization({
      request,
      userId: row.id,
      metadata: null,
      scope: request.scope.includes('offline_access') ? [...rights, 'offline_access'] : rights,
      props: { secretHash: row.secretHash },
    });
  return ok(redirectTo);
}

function insertApp(deps: Dependencies, person: Person, { id, app, scope }: Consent) {
  const row: ApiKeyRow = {
    id,
    accountId: person.account.id,
    name: app.name,
    secretHash: toHex(deps.randomBytes(SECRET_HASH_BYTES)),
    firstCharacters: '',
    lastCharacters: '',
    scope,
    createdAtMs: deps.nowMs(),
    expiresAtMs: null,
    createdBy: person.id,
    clientId: app.request.clientId,
  };
  return withinQuota(deps, person, 'api_keys', (limit) => insertApiKey(deps.db, row, limit));
}

/** The address that leads back to an app which a person did not connect. */
export function denyApp({ request }: AppRequest): string {
  return authorizationErrorRedirect(request, 'access_denied');
}

/** Disconnects an app of the actor's account: the database refuses it from now on, and its tokens are removed. */
export async function disconnectApp(
  deps: Dependencies,
  bindings: AppBindings,
  { actor, origin, id }: { readonly actor: Person; readonly origin: string; readonly id: string },
): Promise<void> {
  if (!(await revokeApiKey(deps.db, actor.account.id, id, deps.nowMs()))) return;
  await recordActivity(deps, actor, { action: 'app.disconnected', subjectId: id });
  runAfterResponse(deps, 'grants_not_removed', removeGrants(bindings, origin, id));
}

/** Some of them, at most: a grant that stays is removed when its app asks for another token, or by itself. */
async function removeGrants(bindings: AppBindings, origin: string, id: string): Promise<void> {
  const oauth = openAuthorizationServer(origin).getOAuthApi(bindings);
  const { items } = await oauth.listUserGrants(id, { limit: 20 });
  for (const grant of items) await oauth.revokeGrant(grant.id, id);
}

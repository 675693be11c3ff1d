import { OAuthAuthorizationServer, OAuthError } from '@cloudflare/workers-oauth-provider';
import { APP_SCOPES, APPS_PATH, CONNECT_PATH } from '#core/accounts/connected-app.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { findApiKey } from '#storage/accounts/api-keys.ts';
import { openDatabase } from '#storage/database.ts';
import { orUnavailable } from '#storage/unavailable.ts';

/** Where the grants of apps are, and the database that decides whether they still count. */
export interface AppBindings {
  readonly OAUTH_KV: KVNamespace;
  readonly DB: D1Database;
}

/** What a grant holds: by it, the app's row is found as a key's is by its hash. Nobody has the secret of which it would be the hash. */
export interface GrantProps {
  readonly secretHash: string;
}

/** The path at which apps exchange codes and refresh tokens for access tokens, and give them back. */
export const TOKEN_PATH = '/oauth/token';

const ACCESS_TOKEN_LIVES_SECONDS = 60 * 60;
/** A grant that nobody uses ends after this time. */
const GRANT_LIVES_SECONDS = 90 * 24 * 60 * 60;

/** An installation has one origin, and a laptop perhaps a second one. */
const MOST_SERVERS = 4;

const servers = new BoundedMap<string, OAuthAuthorizationServer<AppBindings>>(MOST_SERVERS);

/** The authorization server of an origin. Only apps that publish a metadata document are known to it, and only `APPS_PATH` takes its tokens. */
export function openAuthorizationServer(origin: string): OAuthAuthorizationServer<AppBindings> {
  const known = servers.get(origin);
  if (known) return known;
  const server = new OAuthAuthorizationServer<AppBindings>({
    issuer: origin,
    resources: [origin + APPS_PATH],
    authorizeEndpoint: CONNECT_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientIdMetadataDocumentEnabled: true,
    scopesSupported: [...APP_SCOPES, 'offline_access'],
    accessTokenTTL: ACCESS_TOKEN_LIVES_SECONDS,
    refreshTokenTTL: GRANT_LIVES_SECONDS,
    refreshTokenIdleTTL: GRANT_LIVES_SECONDS,
    tokenExchangeCallback: requireConnected,
    // Otherwise it logs what strangers send.
    onError: () => undefined,
  });
  servers.set(origin, server);
  return server;
}

/** The library removes the grant of an app that is no longer connected. */
async function requireConnected(exchange: { readonly props: GrantProps; readonly env: AppBindings }) {
  const key = await findApiKey(openDatabase(exchange.env.DB), exchange.props.secretHash);
  if (key?.revokedAtMs === null) return;
  throw new OAuthError('invalid_grant', { description: 'This app is no longer connected.' });
}

/** What an access token stands for; null if it is unknown, has expired, or is not for this service. */
export async function readAccessToken(
  origin: string,
  token: string,
  bindings: AppBindings,
): Promise<(GrantProps & { readonly mayWrite: boolean }) | null> {
  const validation = openAuthorizationServer(origin).validateToken<GrantProps>(
    origin + APPS_PATH,
    token,
    bindings,
  );
  const found = await orUnavailable('OAUTH_KV', validation);
  return found && { secretHash: found.props.secretHash, mayWrite: found.scope.includes('write') };
}

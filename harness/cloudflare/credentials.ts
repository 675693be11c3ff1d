import { randomUUID } from 'node:crypto';
import type { Account, Login } from './account.ts';
import { ApiFailure } from './routes/route.ts';

const OF_LOGIN = 'oauth-';

/** What the scopes of `wrangler login` leave out: DNS records, hosts of accounts, the cache; and it is no API token. */
const NOT_FOR_LOGINS = /\/(dns_records|custom_hostnames|purge_cache|tokens\/verify)\b/;

/** What the API accepts: an API token, the access token of a login, and for an upload of assets its own one. */
export function requireToken({ token, login, assets }: Account, given: string, line: string): void {
  if (given === token) return;
  if (line.includes('/workers/assets/upload') && assets.tokens.has(given)) return;
  if (!given.startsWith(OF_LOGIN)) throw new ApiFailure(401, 1000, 'Invalid API Token');
  if (given !== login?.accessToken) throw new ApiFailure(401, 9109, 'Invalid access token');
  if (NOT_FOR_LOGINS.test(line)) throw new ApiFailure(403, 10_000, 'Authentication error');
}

/** A fresh login. */
export function createLogin(): Login {
  return { accessToken: OF_LOGIN + randomUUID(), refreshToken: `refresh-${randomUUID()}` };
}

/** Where wrangler renews its login. */
export const TOKEN_REQUEST = 'POST /oauth2/token';

/** RFC 6749 §6, with a new refresh token each time. */
export function renewLogin(account: Account, body: Buffer): Response {
  const form = new URLSearchParams(body.toString('utf8'));
  const given = form.get('refresh_token');
  if (form.get('grant_type') !== 'refresh_token' || !given || given !== account.login?.refreshToken)
    return Response.json({ error: 'invalid_grant' }, { status: 400 });
  account.login = createLogin();
  const { accessToken, refreshToken } = account.login;
  return Response.json({
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: 3600,
    scope: 'account:read user:read workers:write zone:read offline_access',
  });
}

import type { Context } from 'hono';
import { APP_SCOPES, APPS_PATH } from '#core/accounts/connected-app.ts';
import { isPublicDocument } from '#service/apps/app-request.ts';
import { openAuthorizationServer, TOKEN_PATH } from '#service/apps/authorization-server.ts';
import { orUnavailable } from '#storage/unavailable.ts';
import type { AppEnv } from '../app-env.ts';
import { readBytes } from '../json-body.ts';
import { chargeNetwork } from '../middleware/limit-rate.ts';

/** A signed assertion of an app may have 16 KB, and the rest is short. */
const MAX_BODY_BYTES = 20 * 1024;

/** Keys of KV have at most 512 bytes. */
const LONGEST_TOKEN = 200;

/** Says which authorization server gives tokens for the path of apps (RFC 9728). */
export function readResource(c: Context<AppEnv>): Response {
  const { origin } = new URL(c.req.url);
  c.header('Access-Control-Allow-Origin', '*');
  return c.json({
    resource: origin + APPS_PATH,
    authorization_servers: [origin],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ['header'],
  });
}

/** What the authorization server says about itself (RFC 8414). */
export function readServer(c: Context<AppEnv>): Promise<Response> {
  return handOver(c, new Request(c.req.url, { method: c.req.method, headers: headersOf(c) }));
}

/** Gives tokens for codes and refresh tokens (RFC 6749), and takes tokens back (RFC 7009). */
export async function exchangeToken(c: Context<AppEnv>): Promise<Response> {
  const { method } = c.req;
  const url = new URL(TOKEN_PATH, c.req.url);
  if (method !== 'POST') return handOver(c, new Request(url, { method, headers: headersOf(c) }));
  await chargeNetwork(c, 'tokens');
  const body = new TextDecoder().decode(await readBytes(c.req.raw, MAX_BODY_BYTES));
  const fields = new URLSearchParams(body);
  // Apps have no secret: they are who their document says, which the library fetches.
  if (!isPublicDocument(fields.get('client_id') ?? ''))
    return refuse(c, 'invalid_client', 'Send the address of your metadata document as client_id.');
  const issued = fields.get('code') ?? fields.get('refresh_token') ?? fields.get('token') ?? '';
  if (!(await hasGrant(c.env, issued)))
    return refuse(c, 'invalid_grant', 'This code or token was not issued here, or has ended.');
  return handOver(c, new Request(url, { method, headers: headersOf(c), body }));
}

/** Only for a grant, the library fetches documents and notes which assertions it has seen: strangers must not make it write. */
async function hasGrant({ OAUTH_KV }: ApiEnv, issued: string): Promise<boolean> {
  const [appId, grantId] = issued.slice(0, LONGEST_TOKEN).split(':');
  return (await orUnavailable('OAUTH_KV', OAUTH_KV.get(`grant:${appId}:${grantId}`))) !== null;
}

function handOver(c: Context<AppEnv>, request: Request): Promise<Response> {
  const server = openAuthorizationServer(new URL(request.url).origin);
  // Its type in Hono lacks what is new in the platform.
  return server.fetch(request, c.env, c.executionCtx as ExecutionContext);
}

/** Without the header in which the library takes the id of an app too, which nothing here would have checked. */
function headersOf(c: Context<AppEnv>): Headers {
  const headers = new Headers(c.req.raw.headers);
  headers.delete('Authorization');
  return headers;
}

/** An error as RFC 6749 §5.2 has it: the programs that ask here know no other. */
function refuse(
  c: Context<AppEnv>,
  error: 'invalid_client' | 'invalid_grant',
  description: string,
): Response {
  c.header('Access-Control-Allow-Origin', '*');
  return c.json({ error, error_description: description }, error === 'invalid_client' ? 401 : 400);
}

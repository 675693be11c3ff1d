import {
  AuthorizationError,
  authorizationErrorRedirect,
  type AuthRequest,
  CimdFetchError,
} from '@cloudflare/workers-oauth-provider';
import type { KeyScope } from '#core/accounts/account.ts';
import { LONGEST_APP_REQUEST, nameApp } from '#core/accounts/connected-app.ts';
import { findUnsafeHost } from '#core/content/hosts/unsafe-host.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../dependencies.ts';
import { type AppBindings, openAuthorizationServer } from './authorization-server.ts';

/** An app that asks to be connected. */
export interface AppRequest {
  readonly request: AuthRequest;
  /** What it calls itself. */
  readonly name: string;
  /** Where its metadata document is. */
  readonly host: string;
  /** Where the person, and the access, go. */
  readonly redirectHost: string;
  /** Whether that is a program on the person's device. */
  readonly isOnDevice: boolean;
  /** What it asks for; null if it leaves that to the person. */
  readonly asksFor: KeyScope | null;
}

export type AppRequestProblem =
  /** The document of the app cannot be read, or is not on the public internet. */
  | { readonly reason: 'unknown_app' }
  /** @property wayBack to the app, which it may be told of; null if nobody knows whether the address is its own */
  | { readonly reason: 'malformed'; readonly wayBack: string | null };

const TIMEOUT_MS = 5_000;

const LONGEST_CLIENT_ID = 1_000;

/** Whether a client id is the address of a document on the public internet. */
export function isPublicDocument(clientId: string): boolean {
  const url = clientId.length > LONGEST_CLIENT_ID ? null : URL.parse(clientId);
  // What is spelled otherwise than it is read, the library would log as it was sent.
  const isPlain = url?.href === clientId && url.protocol === 'https:' && url.port === '';
  return isPlain && findUnsafeHost(url.hostname) === null;
}

/** Reads the request at an address of the page that asks people. */
export async function readAppRequest(
  { fetch }: Pick<Dependencies, 'fetch'>,
  bindings: AppBindings,
  address: string,
): Promise<Result<AppRequest, AppRequestProblem>> {
  if (address.length > LONGEST_APP_REQUEST) return err({ reason: 'malformed', wayBack: null });
  const { origin, searchParams } = new URL(address);
  const clientId = searchParams.get('client_id') ?? '';
  if (!isPublicDocument(clientId) || !(await isServedThere(fetch, clientId)))
    return err({ reason: 'unknown_app' });
  const oauth = openAuthorizationServer(origin).getOAuthApi(bindings);
  try {
    const request = await oauth.parseAuthRequest(new Request(address));
    // The library asks only public clients for it.
    if (request.codeChallenge === undefined)
      return err({
        reason: 'malformed',
        wayBack: authorizationErrorRedirect(request, 'invalid_request', 'code_challenge is required'),
      });
    const { clientName, redirectHost, redirectIsLoopback } = await oauth.describeConsent(request);
    return ok({
      request,
      name: nameApp(clientName),
      host: new URL(clientId).hostname,
      redirectHost,
      isOnDevice: redirectIsLoopback,
      asksFor: readAsked(request.scope),
    });
  } catch (error) {
    if (error instanceof CimdFetchError) return err({ reason: 'unknown_app' });
    if (error instanceof AuthorizationError)
      return err({ reason: 'malformed', wayBack: error.redirectTo ?? null });
    throw error;
  }
}

function readAsked(scopes: readonly string[]): KeyScope | null {
  if (scopes.includes('write')) return 'full';
  return scopes.includes('read') ? 'read' : null;
}

/**
 * Whether a host serves a document itself. The library follows redirects, so a host that redirects to any address would vouch for documents
 * of strangers.
 */
async function isServedThere(fetchUrl: typeof fetch, address: string): Promise<boolean> {
  try {
    const response = await fetchUrl(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Accept: 'application/json' },
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

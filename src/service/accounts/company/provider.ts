import type { Configuration } from 'openid-client';
import type { Claims, Provider } from '#core/accounts/company-login.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fetchFromProvider, isUnreachable, PROVIDER_TIMEOUT_MS } from './provider-fetch.ts';

/** Sign-in at the company's provider: authorization code flow of OpenID Connect, with PKCE (RFC 7636), state and nonce. */

/** What a browser keeps until it returns. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface StartedSignIn extends PendingSignIn {
  /** Where the browser goes. */
  readonly url: string;
}

/** `unreachable`: the provider does not respond; `refused`: it refused, or its response proves nothing. */
type ProviderProblem = 'unreachable' | 'refused';

type ProviderDependencies = Pick<Dependencies, 'fetch' | 'nowMs' | 'reportFailure'>;

/** Loaded with the first sign-in of an isolate. */
const loadClient = () => import('openid-client');

interface Known {
  readonly config: Configuration;
  readonly readAtMs: number;
}

const KNOWN_FOR_MS = 10 * 60_000;
const known = new BoundedMap<string, Known>(4);

/** @param options.isAgain whether the provider should ask somebody whom it knows already */
export function startAtProvider(
  deps: ProviderDependencies,
  provider: Provider,
  { returnUrl, isAgain }: { readonly returnUrl: string; readonly isAgain: boolean },
): Promise<Result<StartedSignIn, ProviderProblem>> {
  return attempt(deps, async () => {
    const client = await loadClient();
    const config = await readConfiguration(deps, provider);
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: returnUrl,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(isAgain ? { max_age: '0' } : {}),
    });
    return { url: url.href, state, nonce, verifier };
  });
}

/** Gives what the provider's signed token says about the person who returned. */
export function finishAtProvider(
  deps: ProviderDependencies,
  provider: Provider,
  { url, pending }: { readonly url: URL; readonly pending: PendingSignIn },
): Promise<Result<Claims, ProviderProblem>> {
  return attempt(deps, async () => {
    const client = await loadClient();
    const config = await readConfiguration(deps, provider);
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    // For Microsoft's own issuer, the library also accepts those of other tenants.
    if (claims?.iss !== provider.issuer) throw new Error('The token has another issuer.');
    // Some providers say the address only there.
    if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
      return { ...claims };
    const { email, email_verified, name, hd } = await client.fetchUserInfo(
      config,
      tokens.access_token,
      claims.sub,
    );
    return { hd, ...claims, email, email_verified, name: claims['name'] ?? name };
  });
}

async function readConfiguration(deps: ProviderDependencies, provider: Provider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const key = JSON.stringify([issuer, clientId, clientSecret]);
  const before = known.get(key);
  if (before && deps.nowMs() - before.readAtMs < KNOWN_FOR_MS) return before.config;
  const client = await loadClient();
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = methods.includes('client_secret_post')
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret);
      authenticate(server, ...rest);
    },
    {
      [client.customFetch]: fetchFromProvider(deps),
      timeout: PROVIDER_TIMEOUT_MS / 1_000,
      execute: [
        client.enableNonRepudiationChecks,
        ...(isOnThisMachine(new URL(issuer)) ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  if (config.serverMetadata().issuer !== issuer) throw new Error('The provider calls itself otherwise.');
  known.set(key, { config, readAtMs: deps.nowMs() });
  return config;
}

/** The library throws if the provider does not respond, and if something does not verify. The log says what. */
async function attempt<T>(
  { reportFailure }: ProviderDependencies,
  work: () => Promise<T>,
): Promise<Result<T, ProviderProblem>> {
  try {
    return ok(await work());
  } catch (error) {
    reportFailure('company_sign_in_failed', error);
    return err(isUnreachable(error) ? 'unreachable' : 'refused');
  }
}

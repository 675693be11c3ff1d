import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { toBase64Url } from '#core/bytes/base64url.ts';
import { randomHex } from '../../data/random.ts';
import { createBrowser, type DashboardClient, type RequestOptions } from '../dashboard-client.ts';

/** What is wrong with a token, or with the provider. */
export interface TokenFlaws {
  readonly alg?: 'none' | 'HS256';
  readonly issuer?: string;
  readonly audience?: string;
  readonly nonce?: string;
  readonly ageSeconds?: number;
  /** Signed with a key that the provider does not publish. */
  readonly isForged?: boolean;
}

/** An identity provider on the network of a test: it speaks discovery, tokens and keys, and makes tokens that no real one makes. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly fetch: typeof fetch;
  /** The requested paths. */
  readonly asked: string[];
  /** Publishes another key instead. */
  rotateKey(): Promise<void>;
  /** Makes every response fail from now on, or none. */
  setDown(isDown: boolean): void;
  sign(claims: object, flaws?: TokenFlaws): Promise<string>;
  /** Lets the person of `claims` approve a sign-in: gives the path to which their browser returns. */
  approve(authorizationUrl: string, claims: object, flaws?: TokenFlaws): Promise<string>;
}

const CLIENT_ID = 'qr';

/** The variables of an installation with this provider. */
export const varsOf = ({ issuer }: Pick<IdentityProvider, 'issuer'>, vars: object = {}) =>
  ({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: 'secret of the tests',
    OIDC_DOMAINS: 'acme.example, acme.test',
    ...vars,
  }) as NonNullable<RequestOptions['env']>;

export async function createIdentityProvider(
  issuer = `https://login-${randomHex()}.example`,
  certsPath = '/keys',
): Promise<IdentityProvider> {
  const makeKey = async () => ({ kid: randomHex(), ...(await generateKeyPair('RS256')) });
  let key = await makeKey();
  let isDown = false;
  const stranger = await makeKey();
  const asked: string[] = [];
  const codes = new Map<string, { readonly token: string; readonly challenge: string }>();
  const configuration = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}${certsPath}`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  };

  async function sign(claims: object, flaws: TokenFlaws = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000) - (flaws.ageSeconds ?? 0);
    const payload = {
      iss: flaws.issuer ?? issuer,
      aud: flaws.audience ?? CLIENT_ID,
      iat: now,
      exp: now + 300,
      ...claims,
    };
    if (flaws.alg === 'none') return new UnsecuredJWT(payload).encode();
    const { kid, privateKey } = flaws.isForged ? { ...stranger, kid: key.kid } : key;
    const publicKey = new TextEncoder().encode(JSON.stringify(await exportJWK(key.publicKey)));
    return flaws.alg === 'HS256'
      ? new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid }).sign(publicKey)
      : new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  }

  async function respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (isDown) throw new TypeError('fetch failed');
    if (pathname === '/.well-known/openid-configuration') return Response.json(configuration);
    if (pathname === certsPath)
      return Response.json({
        keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256', use: 'sig' }],
      });
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const code = form.get('code') ?? '';
    const pending = codes.get(code);
    codes.delete(code);
    const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '');
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', verifier));
    const challenge = toBase64Url(digest);
    const isOurs = form.get('client_secret') === 'secret of the tests';
    if (!isOurs || !pending || pending.challenge !== challenge)
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    return Response.json({ access_token: 'a', token_type: 'Bearer', id_token: pending.token });
  }

  return {
    issuer,
    asked,
    fetch: (input, init) => respond(new Request(input, init)),
    rotateKey: async () => void (key = await makeKey()),
    setDown: (down) => (isDown = down),
    sign,
    async approve(authorizationUrl, claims, flaws = {}) {
      const query = new URL(authorizationUrl).searchParams;
      const code = randomHex();
      const token = await sign({ nonce: flaws.nonce ?? query.get('nonce'), ...claims }, flaws);
      codes.set(code, { token, challenge: query.get('code_challenge') ?? '' });
      return `/sign-in/company/return?code=${code}&state=${query.get('state')}`;
    },
  };
}

/** Signs a browser in at the provider as the person of `claims`. Gives the last response. */
export async function signInAtProvider(
  provider: IdentityProvider,
  claims: object,
  {
    browser = createBrowser({ appOptions: { fetch: provider.fetch } }),
    vars = {},
    flaws = {},
    next = '/codes',
    isAgain = false,
  }: {
    readonly browser?: DashboardClient;
    readonly vars?: object;
    readonly flaws?: TokenFlaws;
    readonly next?: string;
    readonly isAgain?: boolean;
  } = {},
): Promise<{ readonly response: Response; readonly browser: DashboardClient }> {
  const options = { env: varsOf(provider, vars) };
  const left = await browser.get(
    `/sign-in/company?next=${encodeURIComponent(next)}${isAgain ? '&again=1' : ''}`,
    options,
  );
  const path = await provider.approve(left.headers.get('Location') ?? '', claims, flaws);
  return { response: await browser.get(path, options), browser };
}

import type { createRemoteJWKSet } from 'jose';
import { type Access, type Claims, issuerOf } from '#core/accounts/company-login.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fetchFromProvider, isUnreachable, PROVIDER_TIMEOUT_MS } from './provider-fetch.ts';

/** Cloudflare's tokens have one or two kilobytes. */
const LONGEST_ASSERTION = 8_192;
const KEYS_KNOWN_FOR_MS = 60 * 60_000;
/** An unknown key makes us ask for new ones, but strangers can name one in each request. */
const KEYS_ASKED_EVERY_MS = 60_000;

const keySets = new BoundedMap<string, ReturnType<typeof createRemoteJWKSet>>(4);

/** What Cloudflare Access says about the person of a request; null if it says nothing, or nothing that is signed for this application. */
export async function readAssertion(
  deps: Pick<Dependencies, 'fetch' | 'nowMs' | 'reportFailure'>,
  access: Access,
  assertion: string | undefined,
): Promise<Claims | null> {
  if (assertion === undefined || assertion.length > LONGEST_ASSERTION) return null;
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
  const issuer = issuerOf(access) ?? '';
  const keys =
    keySets.get(issuer) ??
    createRemoteJWKSet(new URL(`${issuer}/cdn-cgi/access/certs`), {
      [customFetch]: fetchFromProvider(deps),
      cacheMaxAge: KEYS_KNOWN_FOR_MS,
      cooldownDuration: KEYS_ASKED_EVERY_MS,
      timeoutDuration: PROVIDER_TIMEOUT_MS,
    });
  keySets.set(issuer, keys);
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer,
      audience: access.audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'sub', 'email'],
      currentDate: new Date(deps.nowMs()),
    });
    return payload;
  } catch (error) {
    if (isUnreachable(error)) deps.reportFailure('access_keys_not_read', error);
    return null;
  }
}

import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Person } from '../core/account.ts';
import { fromBase64Url, toBase64Url } from '../core/base64url.ts';
import { err, ok, type Result } from '../core/result.ts';
import { toUtcDay } from '../core/utc-day.ts';
import { insertChallenge, takeChallenge } from '../storage/passkey-challenges.ts';
import { findPasskey, insertPasskey, listPasskeys, markPasskeyUsed } from '../storage/passkeys.ts';
import type { Dependencies } from './dependencies.ts';
import { startSession } from './sign-in.ts';

/** Passkeys by WebAuthn Level 3: docs/decisions/sign-in.md says why it is asked for in this way. */

/** The site that passkeys belong to: browsers offer them at this host only. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const CHALLENGE_LIVES_MS = 5 * 60 * 1000;
const CHALLENGE_BYTES = 32;

/** COSE (RFC 9053): EdDSA, ES256, RS256. Between them they are in every authenticator. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Loaded with the first passkey that an isolate meets: the library brings parsers of certificates that we never ask for, and their start
 * would be added to every cold start of the API.
 */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Asks a person's browser for a passkey on a device that holds none of theirs yet. */
export async function offerRegistration(
  deps: Dependencies,
  person: Person,
  party: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const registered = await listPasskeys(deps.db, person.id);
  return generateRegistrationOptions({
    rpName: 'QR codes',
    rpID: party.id,
    userID: toUserHandle(person.id),
    userName: `${person.email ?? person.name} (${person.account.name})`,
    userDisplayName: person.name,
    challenge: await createChallenge(deps, person.id),
    timeout: CHALLENGE_LIVES_MS,
    attestationType: 'none',
    excludeCredentials: registered.map(({ id, transports }) => ({
      id,
      transports: toTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

export type RegistrationProblem =
  /** Unknown, answered before, expired, or somebody else's. */
  'challenge_gone' | 'not_verified' | 'known_already';

/** Stores the passkey that a person's browser made for an offer. */
export async function registerPasskey(
  deps: Dependencies,
  person: Person,
  party: RelyingParty,
  { response, name }: { readonly response: RegistrationResponseJSON; readonly name: string },
): Promise<Result<null, RegistrationProblem>> {
  const expectedChallenge = await takeChallengeOf(deps, response.response.clientDataJSON, person.id);
  if (expectedChallenge === null) return err('challenge_gone');
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await orNull(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verification?.verified) return err('not_verified');
  const { credential } = verification.registrationInfo;
  const isNew = await insertPasskey(deps.db, {
    id: credential.id,
    personId: person.id,
    name,
    publicKey: toBase64Url(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).join(','),
    createdAtMs: deps.nowMs(),
    lastUsedDay: null,
  });
  return isNew ? ok(null) : err('known_already');
}

/** Asks for any passkey of the site: whose it is, the passkey tells. */
export async function offerSignIn(
  deps: Dependencies,
  party: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await createChallenge(deps, null),
    timeout: CHALLENGE_LIVES_MS,
    userVerification: 'preferred',
  });
}

/** Signs a browser in by a passkey's answer to an offer. Gives the session's token; null for every answer that is not right. */
export async function signInByPasskey(
  deps: Dependencies,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  browser: string,
): Promise<string | null> {
  const expectedChallenge = await takeChallengeOf(deps, response.response.clientDataJSON, null);
  if (expectedChallenge === null) return null;
  const passkey = await findPasskey(deps.db, response.id);
  // WebAuthn §7.2, step 6: where nobody was named, the user handle must be there and name the owner of the credential.
  if (!passkey || response.response.userHandle !== toBase64Url(toUserHandle(passkey.personId))) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verification = await orNull(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: passkey.id,
        publicKey: fromBase64Url(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  );
  if (!verification?.verified) return null;
  const { newCounter } = verification.authenticationInfo;
  const isMarked = await markPasskeyUsed(deps.db, passkey.id, newCounter, toUtcDay(deps.nowMs()));
  return isMarked ? startSession(deps, passkey.personId, browser) : null;
}

async function createChallenge(
  deps: Dependencies,
  personId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(deps.randomBytes(CHALLENGE_BYTES));
  const expiresAtMs = deps.nowMs() + CHALLENGE_LIVES_MS;
  await insertChallenge(deps.db, { challenge: toBase64Url(challenge), personId, expiresAtMs });
  return challenge;
}

/** The challenge that an answer names, used up; null where it is not an open one that was meant for this person. */
async function takeChallengeOf(
  deps: Dependencies,
  clientDataJson: string,
  personId: string | null,
): Promise<string | null> {
  const clientData = await orNull(() => JSON.parse(new TextDecoder().decode(fromBase64Url(clientDataJson))));
  const challenge: unknown = (clientData as { challenge?: unknown } | null)?.challenge;
  if (typeof challenge !== 'string') return null;
  const taken = await takeChallenge(deps.db, challenge, deps.nowMs());
  return taken?.personId === personId ? challenge : null;
}

/** The library throws where an answer is malformed or not right: both come from outside, and neither is our failure. */
async function orNull<T>(verify: () => T | Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** WebAuthn §5.4.3: nothing that tells who somebody is; a person's id is random. */
function toUserHandle(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(personId));
}

function toTransports(stored: string): AuthenticatorTransport[] {
  return stored.split(',').filter((transport) => transport !== '') as AuthenticatorTransport[];
}

import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Person } from '#core/accounts/account.ts';
import { namePasskey } from '#core/accounts/passkey-keepers.ts';
import { fromBase64Url, toBase64Url } from '#core/bytes/base64url.ts';
import { err, ok, type Result } from '#core/result.ts';
import { DAY_MS, toUtcDay } from '#core/utc-day.ts';
import { countActivities } from '#storage/accounts/activities.ts';
import { insertChallenge, takeChallenge } from '#storage/accounts/passkey-challenges.ts';
import { findPerson } from '#storage/accounts/people.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  markPasskeyUsed,
  renamePasskey as storeName,
} from '#storage/accounts/passkeys.ts';
import type { Dependencies } from '../dependencies.ts';
import { nameProduct, readBrand } from '../read-brand.ts';
import { recordActivity } from './activity.ts';
import { startSession } from './sessions.ts';
import { warnOfPasskey } from './warn.ts';

/** Passkeys by WebAuthn Level 3: docs/decisions/sign-in.md explains the options. */

/** The site that passkeys belong to: browsers offer them only at this host. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const CHALLENGE_LIVES_MS = 5 * 60 * 1000;
const CHALLENGE_BYTES = 32;

/**
 * Passkeys of a person, and passkeys added in a day: more than the devices that anybody has, and few enough that neither they nor their log
 * entries fill the database.
 */
export const MAX_PASSKEYS = 20;

/** Largest public key in bytes: RSA of 8,192 bits needs 1.1 KB. */
const LONGEST_PUBLIC_KEY = 2_048;

/** COSE algorithms (RFC 9053): EdDSA, ES256, RS256. Every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Loaded with the first passkey that an isolate handles: the library includes certificate parsers that we never use, and loading them would
 * slow every cold start of the API.
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
    rpName: nameProduct(await readBrand(deps)),
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
  /** The offer is unknown, used, expired, or another person's. */
  'challenge_gone' | 'not_verified' | 'known_already' | 'too_many';

/** Stores the passkey that a person's browser created for an offer. */
export async function registerPasskey(
  deps: Dependencies,
  person: Person,
  party: RelyingParty,
  { response, browser }: { readonly response: RegistrationResponseJSON; readonly browser: string },
): Promise<Result<null, RegistrationProblem>> {
  const expectedChallenge = await takeChallengeOf(deps, response.response.clientDataJSON, person.id);
  if (expectedChallenge === null) return err('challenge_gone');
  if (await hasManyPasskeys(deps, person)) return err('too_many');
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
  const { aaguid, credential } = verification.registrationInfo;
  if (credential.publicKey.byteLength > LONGEST_PUBLIC_KEY) return err('not_verified');
  const name = namePasskey(aaguid, browser);
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
  if (!isNew) return err('known_already');
  await recordActivity(deps, person, { action: 'passkey.added', note: name });
  warnOfPasskey(deps, person);
  return ok(null);
}

async function hasManyPasskeys(deps: Dependencies, person: Person): Promise<boolean> {
  const added = { action: 'passkey.added', actorId: person.id, sinceMs: deps.nowMs() - DAY_MS } as const;
  const counts = [
    (await listPasskeys(deps.db, person.id)).length,
    await countActivities(deps.db, person.account.id, added),
  ];
  return Math.max(...counts) >= MAX_PASSKEYS;
}

/** Renames a person's passkey. Does nothing if they have none with the id. */
export function renamePasskey(
  { db }: Pick<Dependencies, 'db'>,
  personId: string,
  passkeyId: string,
  name: string,
): Promise<void> {
  return storeName(db, personId, passkeyId, name);
}

/** Removes a person's passkey, so that it no longer signs them in. Does nothing if they have none with the id. */
export async function removePasskey(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>,
  person: Person,
  passkeyId: string,
): Promise<void> {
  const name = await deletePasskey(deps.db, person.id, passkeyId);
  if (name === null) return;
  await recordActivity(deps, person, { action: 'passkey.removed', note: name });
}

/** Asks for any passkey of the site: the passkey tells whose it is. */
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

/** Signs a browser in by a passkey's response to an offer. Gives the session's token; null if the response is not valid. */
export async function signInByPasskey(
  deps: Dependencies,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  browser: string,
): Promise<string | null> {
  const expectedChallenge = await takeChallengeOf(deps, response.response.clientDataJSON, null);
  if (expectedChallenge === null) return null;
  const passkey = await findPasskey(deps.db, response.id);
  // WebAuthn §7.2, step 6: if the request named nobody, the user handle must be present and identify the owner of the credential.
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
  const person = isMarked ? await findPerson(deps.db, passkey.personId) : null;
  return person && mayUsePasskey(deps, person)
    ? startSession(deps, { person, browser, method: 'passkey' })
    : null;
}

/** Where the company's login is the only way in, passkeys are the owners' way back. */
export function mayUsePasskey(
  { companyLogin }: Pick<Dependencies, 'companyLogin'>,
  { role }: Pick<Person, 'role'>,
): boolean {
  return role === 'owner' || !companyLogin.isOnlyWay;
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

/** Takes the challenge that a response names, so that it works once. Null if it is not open, or belongs to another person. */
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

/** The library throws on malformed or invalid responses. Both are the caller's fault, not a failure of the service. */
async function orNull<T>(verify: () => T | Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** WebAuthn §5.4.3: the user handle must not identify the person; a person's id is random. */
function toUserHandle(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(personId));
}

function toTransports(stored: string): AuthenticatorTransport[] {
  return stored.split(',').filter((transport) => transport !== '') as AuthenticatorTransport[];
}

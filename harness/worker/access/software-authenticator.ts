import { randomBytes } from '../../data/random.ts';
import { fromBase64Url, toBase64Url } from '#core/bytes/base64url.ts';

/**
 * An authenticator in software: creates passkeys and answers challenges as a device does (WebAuthn Level 3, §6), with real ES256 keys. A
 * test can ask for faults in an answer.
 */
export interface SoftwareAuthenticator {
  register(options: RegistrationOptions, flaws?: Flaws): Promise<Record<string, unknown>>;
  /** Answers with the passkey that was registered last. */
  signIn(options: { challenge: string; rpId?: string }, flaws?: Flaws): Promise<Record<string, unknown>>;
}

interface RegistrationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}

export interface Flaws {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly counter?: number;
  readonly credentialId?: string;
  readonly isSignatureBroken?: boolean;
  readonly isUserAbsent?: boolean;
  /** In hexadecimal digits; zero, as of a keeper that does not say what it is, if it is left out. */
  readonly aaguid?: string;
}

/** §6.1: user present, user verified, attested credential data included. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Credential {
  readonly id: string;
  readonly userHandle: string;
  readonly keys: CryptoKeyPair;
}

/** @param origin of the pages that use it @param countsUses false: its counter stays 0, as that of a synced passkey does */
export function createAuthenticator(origin: string, countsUses = true): SoftwareAuthenticator {
  let credential: Credential | null = null;
  let uses = 0;
  const { hostname } = new URL(origin);
  const nextCount = () => (countsUses ? ++uses : 0);

  return {
    async register({ challenge, rp, user }, flaws = {}) {
      const id = flaws.credentialId ?? toBase64Url(randomBytes(32));
      credential = { id, userHandle: user.id, keys: await generateKeys() };
      const base = await toAuthenticatorData(flaws.rpId ?? rp.id ?? hostname, {
        flags: HAS_CREDENTIAL | presence(flaws),
        counter: flaws.counter ?? nextCount(),
      });
      const authData = concat(base, await toCredentialData(credential, flaws.aaguid));
      return toAnswer(id, {
        clientDataJSON: toBase64Url(toClientData('webauthn.create', challenge, { origin, ...flaws })),
        attestationObject: toBase64Url(toAttestationObject(authData)),
        transports: ['internal'],
      });
    },

    async signIn({ challenge, rpId }, flaws = {}) {
      if (!credential) throw new Error('there is no passkey to sign in with');
      const clientData = toClientData('webauthn.get', challenge, { origin, ...flaws });
      const authData = await toAuthenticatorData(flaws.rpId ?? rpId ?? hostname, {
        flags: presence(flaws),
        counter: flaws.counter ?? nextCount(),
      });
      const signature = await sign(credential.keys.privateKey, concat(authData, await sha256(clientData)));
      return toAnswer(flaws.credentialId ?? credential.id, {
        clientDataJSON: toBase64Url(clientData),
        authenticatorData: toBase64Url(authData),
        signature: toBase64Url(toDer(signature, flaws.isSignatureBroken ?? false)),
        userHandle: flaws.userHandle ?? credential.userHandle,
      });
    },
  };
}

/** §5.8.1, with the test's changes. */
function toClientData(type: string, challenge: string, flaws: Flaws) {
  return new TextEncoder().encode(
    JSON.stringify({
      type: flaws.type ?? type,
      challenge: flaws.challenge ?? challenge,
      origin: flaws.origin,
      crossOrigin: false,
    }),
  );
}

function toAnswer(id: string, response: Record<string, unknown>): Record<string, unknown> {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** §6.5.1 */
async function toCredentialData({ id, keys }: Credential, aaguid = '0'.repeat(32)): Promise<Uint8Array> {
  const bytes = fromBase64Url(id);
  return concat(fromHex(aaguid), uint16(bytes.length), bytes, await toCoseKey(keys.publicKey));
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

async function sign(key: CryptoKey, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, data));
}

async function generateKeys(): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  if (!('publicKey' in keys)) throw new Error('ECDSA makes pairs of keys');
  return keys;
}

function presence(flaws: Flaws): number {
  return flaws.isUserAbsent ? 0 : USER_PRESENT | USER_VERIFIED;
}

/** §6.1: hash of the relying party's id, flags, counter. */
async function toAuthenticatorData(rpId: string, { flags, counter }: { flags: number; counter: number }) {
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, counter);
  return concat(await sha256(new TextEncoder().encode(rpId)), Uint8Array.of(flags), count);
}

/** RFC 9052 §7 in CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
async function toCoseKey(key: CryptoKey): Promise<Uint8Array> {
  const exported = await crypto.subtle.exportKey('raw', key);
  if (!(exported instanceof ArrayBuffer)) throw new Error('a raw key is bytes');
  const raw = new Uint8Array(exported);
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33, 65)];
  return concat(
    Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20),
    x,
    Uint8Array.of(0x22, 0x58, 0x20),
    y,
  );
}

/** §6.5 in CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}. */
function toAttestationObject(authData: Uint8Array): Uint8Array {
  const text = (value: string) => concat(Uint8Array.of(0x60 + value.length), new TextEncoder().encode(value));
  return concat(
    Uint8Array.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Uint8Array.of(0xa0),
    text('authData'),
    Uint8Array.of(0x59),
    uint16(authData.length),
    authData,
  );
}

/** Authenticators sign in DER (§6.5.5); WebCrypto gives r and s side by side. */
function toDer(raw: Uint8Array, isBroken: boolean): Uint8Array {
  const toInteger = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.subarray(Math.max(0, start));
    const padded = (digits[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), digits) : digits;
    return concat(Uint8Array.of(0x02, padded.length), padded);
  };
  const s = Uint8Array.from(raw.subarray(32));
  if (isBroken) s[31] = (s[31] ?? 0) ^ 1;
  const body = concat(toInteger(raw.subarray(0, 32)), toInteger(s));
  return concat(Uint8Array.of(0x30, body.length), body);
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

async function sha256(data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(data)));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

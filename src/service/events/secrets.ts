import { fromBase64, toBase64 } from '#core/bytes/base64.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import type { Dependencies } from '../dependencies.ts';

/** The secrets of webhooks must be readable to sign, so D1 has them encrypted: AES-GCM, with a key made from the operator's. */

const IV_BYTES = 12;

type SecretDependencies = Pick<Dependencies, 'passwordPepper' | 'randomBytes'>;

export async function encryptSecret(deps: SecretDependencies, secret: string): Promise<string> {
  const iv = new Uint8Array(deps.randomBytes(IV_BYTES));
  const bytes = new TextEncoder().encode(secret);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(deps), bytes);
  return toBase64(joinBytes([iv, new Uint8Array(sealed)]));
}

/** Throws if the operator has changed the key since. */
export async function decryptSecret(deps: SecretDependencies, stored: string): Promise<string> {
  const bytes = fromBase64(stored);
  const [iv, sealed] = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)];
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(deps), sealed),
  );
}

async function keyOf({ passwordPepper }: SecretDependencies): Promise<CryptoKey> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const source = await crypto.subtle.importKey('raw', encode(passwordPepper), 'HKDF', false, ['deriveKey']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode('webhook secrets') };
  return crypto.subtle.deriveKey(params, source, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

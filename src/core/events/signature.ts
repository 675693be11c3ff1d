import { fromBase64, toBase64 } from '../bytes/base64.ts';

/** Signatures of webhooks: Standard Webhooks 1.0.0, HMAC-SHA-256. */

const PREFIX = 'whsec_';

export const SECRET_BYTES = 32;

export function formatSecret(randomBytes: Uint8Array): string {
  return PREFIX + toBase64(randomBytes);
}

/**
 * The value of `webhook-signature`: a signature for each secret, because both are valid while one replaces the other.
 * @param timestampS of the attempt, in Unix seconds
 */
export async function signWebhook(
  secrets: readonly string[],
  { id, timestampS, body }: { readonly id: string; readonly timestampS: number; readonly body: string },
): Promise<string> {
  const signed = new TextEncoder().encode(`${id}.${timestampS}.${body}`);
  const signatures = secrets.map(async (secret) => {
    const bytes = fromBase64(secret.slice(PREFIX.length));
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
  });
  return (await Promise.all(signatures)).join(' ');
}

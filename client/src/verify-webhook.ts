import type { WebhookEvent } from './types.ts';

/** Signatures of webhooks: Standard Webhooks 1.0.0, HMAC-SHA-256. WebCrypto is all that it needs. */

export interface VerifyOptions {
  /** How far the time of a delivery may be from now, either way. Default 300. */
  readonly toleranceSeconds?: number;
  /** Default: the clock of the runtime. */
  readonly nowMs?: number;
}

/** Of `Request`, of Node's `http`, or of any object, with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request is not one that the service has just signed with this secret. Answer it with 400, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const PREFIX = 'whsec_';

/**
 * Checks that the service sent a request, and gives its event. The header `webhook-id` tells whether an event came before.
 * @param body as it came: a body that was parsed and written again has another signature
 * @param secret `whsec_…`, of `createWebhook` or `rotateWebhook`
 * @throws WebhookVerificationError where the request is not to be trusted, TypeError where `body` or `secret` is not what it should be
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = toBytes(body);
  const key = await importSecret(secret);
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature');
  checkTime(timestamp, toleranceSeconds, nowMs);
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  if (!(await isSigned(signed, signatures, key)))
    throw new WebhookVerificationError(
      'No signature matches the body. Is it the secret of this webhook, and the body as it came?',
    );
  return parseEvent(bytes);
}

function toBytes(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  // Not `instanceof`: a test runner may have another class of this name.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError('"body" must be the text or the bytes of the request, not what a parser made of them.');
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = secret?.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  if (!bytes || bytes.length === 0)
    throw new TypeError(`"secret" must be the secret of a webhook, which begins with ${PREFIX}.`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (!text) throw new WebhookVerificationError(`The header "${name}" is missing.`);
  return text;
}

/** A runtime may have more than one class of this name. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers['get'] === 'function';
}

function checkTime(timestamp: string, toleranceSeconds: number, nowMs: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('The header "webhook-timestamp" is not a time in Unix seconds.');
  const ageSeconds = nowMs / 1000 - Number(timestamp);
  // A tolerance that is no number tolerates nothing.
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const where = ageSeconds < 0 ? 'in the future' : 'ago';
  throw new WebhookVerificationError(
    `The request was signed too long ${where}: ${Math.round(Math.abs(ageSeconds))} seconds. Is the clock right?`,
  );
}

/** `verify` takes equally long wherever a signature differs. There are two while one secret replaces another. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  key: CryptoKey,
): Promise<boolean> {
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : null;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

/** Null where the text is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The body is signed, but it is not JSON.', { cause });
  }
}

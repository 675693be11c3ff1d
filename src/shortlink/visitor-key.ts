import { createHmac } from 'node:crypto';
import type { CodeId } from '../core/code-id.ts';
import { toNetwork } from '../core/ip-network.ts';

const KEY_CHARACTERS = 16;

/**
 * Tells the visitors of one code apart without knowing them: the first 96 bits of HMAC-SHA-256 (RFC 2104) over code id, IP address
 * and user agent, in base64url. Without the secret no address can be tried against it, and the code id in it makes the same
 * person another visitor on every code.
 * Synchronous on purpose: the scan is on its way before the redirect is answered.
 */
export function createVisitorKey(secret: string, codeId: CodeId, address: string, userAgent: string): string {
  const hmac = createHmac('sha256', secret);
  hmac.update(JSON.stringify([codeId, toNetwork(address), userAgent]));
  return hmac.digest('base64url').slice(0, KEY_CHARACTERS);
}

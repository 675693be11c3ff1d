import type { CodeId } from '../core/code-id.ts';
import { HmacSha256 } from '../core/hmac-sha256.ts';
import { toNetwork } from '../core/ip-network.ts';

/** 96 bits in characters of 6. */
const KEY_CHARACTERS = 16;

/** What is made of this isolate's secret, once. */
let keyed: { readonly secret: string; readonly hmac: HmacSha256 } | null = null;

/**
 * Tells the visitors of one code apart without knowing them: the first 96 bits of HMAC-SHA-256 (RFC 2104) over code id, IP address
 * and a digest of the user agent, in base64url. Without the secret no address can be tried against it, and the code id in it makes the same
 * person another visitor on every code.
 * Synchronous on purpose: the scan is on its way before the redirect is answered.
 */
export function createVisitorKey(
  secret: string,
  codeId: CodeId,
  address: string,
  userAgentDigest: string,
): string {
  if (keyed?.secret !== secret) keyed = { secret, hmac: new HmacSha256(secret) };
  return keyed.hmac.sign(JSON.stringify([codeId, toNetwork(address), userAgentDigest]), KEY_CHARACTERS);
}

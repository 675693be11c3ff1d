import type { CodeId } from '#core/codes/code-id.ts';
import { HmacSha256 } from '#core/hmac-sha256.ts';
import { toNetwork } from '#core/ip-network.ts';

/** 96 bits in characters of 6. */
const KEY_CHARACTERS = 16;

/** The hash under this isolate's secret, made once. */
let keyed: { readonly secret: string; readonly hmac: HmacSha256 } | null = null;

/**
 * Tells the visitors of one code apart without knowing them: the first 96 bits of HMAC-SHA-256 over code id, IP address and a digest of
 * the user agent, in base64url. Without the secret nobody can test an address against it, and the code id makes the same person another
 * visitor on every code. Synchronous on purpose: the write of the scan starts before the redirect is sent.
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

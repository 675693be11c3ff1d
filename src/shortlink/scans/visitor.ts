import type { CodeId } from '#core/codes/code-id.ts';
import { describeUserAgent, type UserAgentDescription } from './describe-user-agent.ts';
import { HmacSha256 } from '#core/bytes/hmac-sha256.ts';
import { toNetwork } from '#core/http/ip-network.ts';

/** What is read of a request. */
export type ScanRequest = Pick<Request, 'method' | 'url' | 'headers'> & {
  readonly cf?: Request['cf'] | undefined;
};

/** Who scans a code, as far as it may be known. Each part is made out once, and only where it is asked for. */
export class Visitor {
  readonly request: ScanRequest;
  readonly #secret: string;
  readonly #codeId: CodeId;
  #userAgent: UserAgentDescription | null = null;
  #key: string | null = null;

  constructor(request: ScanRequest, secret: string, codeId: CodeId) {
    this.request = request;
    this.#secret = secret;
    this.#codeId = codeId;
  }

  get userAgent(): UserAgentDescription {
    this.#userAgent ??= describeUserAgent(this.request.headers.get('User-Agent') ?? '');
    return this.#userAgent;
  }

  /** Tells the visitors of this code apart: see visitor-key.ts. */
  get key(): string {
    this.#key ??= this.#createKey(this.userAgent.digest);
    return this.#key;
  }

  /** The same for all user agents of one address: whoever guesses passwords is free to change the user agent. */
  get addressKey(): string {
    return this.#createKey('any user agent');
  }

  #createKey(userAgentDigest: string): string {
    const address = this.request.headers.get('CF-Connecting-IP') ?? '';
    return createVisitorKey(this.#secret, this.#codeId, address, userAgentDigest);
  }
}

/** 96 bits in characters of 6. */
const KEY_CHARACTERS = 16;

/** The hash under this isolate's secret, made once. */
let keyed: { readonly secret: string; readonly hmac: HmacSha256 } | null = null;

/**
 * Tells the visitors of one code apart without knowing them: the first 96 bits of HMAC-SHA-256 over code id, IP address and a digest of
 * the user agent, in base64url. Without the secret nobody can test an address against it, and the code id makes the same person another
 * visitor on every code. Synchronous on purpose: the write of the scan starts before the redirect is sent.
 */
function createVisitorKey(secret: string, codeId: CodeId, address: string, userAgentDigest: string): string {
  if (keyed?.secret !== secret) keyed = { secret, hmac: new HmacSha256(secret) };
  return keyed.hmac.sign(JSON.stringify([codeId, toNetwork(address), userAgentDigest]), KEY_CHARACTERS);
}

import type { CodeId } from '#core/codes/code-id.ts';
import { describeUserAgent, type UserAgentDescription } from './describe-user-agent.ts';
import { HmacSha256 } from '#core/bytes/hmac-sha256.ts';
import { MAX_USER_AGENT_CHARACTERS } from '#core/scans/user-agent.ts';
import { toNetwork, toNetworks } from '#core/http/ip-network.ts';

/** The parts of a request that are read. */
export type ScanRequest = Pick<Request, 'method' | 'url' | 'headers'> & {
  readonly cf?: Request['cf'] | undefined;
};

/** The visitor of a code, as far as privacy allows. Each part is computed at most once, on demand. */
export class Visitor {
  readonly request: ScanRequest;
  /** Each look at the request's own property is a call into the platform. */
  readonly headers: Headers;
  readonly #secret: string;
  readonly #codeId: CodeId;
  #header: string | null = null;
  #userAgent: UserAgentDescription | null = null;
  #key: string | null = null;

  constructor(request: ScanRequest, secret: string, codeId: CodeId) {
    this.request = request;
    this.headers = request.headers;
    this.#secret = secret;
    this.#codeId = codeId;
  }

  get method(): string {
    return this.request.method;
  }

  get userAgent(): UserAgentDescription {
    this.#userAgent ??= describeUserAgent(this.#userAgentText);
    return this.#userAgent;
  }

  /** Tells the visitors of this code apart: see `createVisitorKey`. */
  get key(): string {
    this.#key ??= this.#createKey(toNetwork(this.#address), this.#userAgentText);
    return this.#key;
  }

  /** The same for all that somebody who guesses passwords can change freely: the user agent, and the device within an IPv6 /48. */
  get networkKey(): string {
    const { narrow, wide } = toNetworks(this.#address);
    return this.#createKey(wide ?? narrow, 'any user agent');
  }

  get #userAgentText(): string {
    this.#header ??= (this.headers.get('User-Agent') ?? '').slice(0, MAX_USER_AGENT_CHARACTERS);
    return this.#header;
  }

  get #address(): string {
    return this.headers.get('CF-Connecting-IP') ?? '';
  }

  #createKey(network: string, userAgent: string): string {
    return createVisitorKey(this.#secret, this.#codeId, network, userAgent);
  }
}

/** 96 bits, 6 per character. */
const KEY_CHARACTERS = 16;

/** The hash under this isolate's secret, created once. */
let keyed: { readonly secret: string; readonly hmac: HmacSha256 } | null = null;

/**
 * Tells the visitors of one code apart without identifying them: the first 96 bits of HMAC-SHA-256 over code id, IP address and user
 * agent, in base64url. Without the secret nobody can test an address against it, and the code id makes the same person a different
 * visitor on every code. It is synchronous so that the write of the scan starts before the redirect is sent.
 */
function createVisitorKey(secret: string, codeId: CodeId, network: string, userAgent: string): string {
  if (keyed?.secret !== secret) keyed = { secret, hmac: new HmacSha256(secret) };
  return keyed.hmac.sign(JSON.stringify([codeId, network, userAgent]), KEY_CHARACTERS);
}

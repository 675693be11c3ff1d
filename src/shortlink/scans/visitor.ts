import type { CodeId } from '#core/codes/code-id.ts';
import { describeUserAgent, type UserAgentDescription } from './describe-user-agent.ts';
import { createVisitorKey } from './visitor-key.ts';

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

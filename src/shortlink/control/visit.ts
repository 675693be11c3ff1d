import { listAcceptedLanguages } from '#core/control/accepted-languages.ts';
import { toVisitorShare } from '#core/control/variants.ts';
import type { Visit } from '#core/control/visit.ts';
import { remember } from '#core/bounded-map.ts';
import type { Device } from '#core/scans/device.ts';
import { readSource } from '#core/scans/source.ts';
import { pathOf } from '../path-of.ts';
import { parseCountry } from '#core/scans/request-facts.ts';
import type { Visitor } from '../scans/visitor.ts';
import type { CodeVisit } from '../visit.ts';

/** Languages repeat, as user agents do. */
const readLanguages = remember(1_000, listAcceptedLanguages);

/** The facts about a request that a code's rules may ask for, each computed on demand. */
export class RequestVisit implements Visit {
  readonly #visitor: Visitor;
  readonly #scan: Pick<CodeVisit, 'codeId' | 'name'>;
  readonly #isAdmitted: () => boolean;

  constructor(visitor: Visitor, scan: Pick<CodeVisit, 'codeId' | 'name'>, isAdmitted: () => boolean) {
    this.#visitor = visitor;
    this.#scan = scan;
    this.#isAdmitted = isAdmitted;
  }

  get country(): string | null {
    return parseCountry(this.#visitor.request.cf?.country);
  }

  get region(): string | null {
    const { country } = this;
    const code = this.#visitor.request.cf?.['regionCode'];
    return country !== null && typeof code === 'string' && /^[A-Z0-9]{1,3}$/i.test(code)
      ? `${country}-${code.toUpperCase()}`
      : null;
  }

  get languages(): readonly string[] {
    return readLanguages(this.#header('Accept-Language'));
  }

  get os(): string | null {
    return this.#visitor.userAgent.os;
  }

  /** Statistics count unknown devices as desktop; a rule must not. */
  get device(): Device | null {
    return this.#header('User-Agent') === '' ? null : this.#visitor.userAgent.device;
  }

  get browser(): string | null {
    return this.#visitor.userAgent.browser;
  }

  get source(): 'symbol' | 'link' | null {
    const { codeId, name } = this.#scan;
    const source = readSource(pathOf(this.#visitor.request.url), codeId, name);
    return source === 'unknown' ? null : source;
  }

  get query(): string {
    const { url } = this.#visitor.request;
    const start = url.indexOf('?');
    return start === -1 ? '' : url.slice(start + 1);
  }

  get visitorShare(): number {
    return toVisitorShare(this.#visitor.key);
  }

  get isAdmitted(): boolean {
    return this.#isAdmitted();
  }

  #header(name: string): string {
    return this.#visitor.headers.get(name) ?? '';
  }
}

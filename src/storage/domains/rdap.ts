import { findUnsafeHost } from '#core/content/hosts/unsafe-host.ts';
import { type Registration, readRegistration } from '#core/domains/registration.ts';
import { readBounded } from '../read-bounded.ts';

/** Asks registries about domain names: RDAP over HTTPS (RFC 7480, RFC 9082 §3.1.3). */

/** Which server knows which top-level domains (RFC 9224). */
const SERVERS = 'https://data.iana.org/rdap/dns.json';

const TIMEOUT_MS = 5_000;
/** The list of servers has 70 KiB; an answer has a few. */
const MAX_BYTES = 512 * 1024;
/** Some servers lead to that of the company which sold the name. */
const MAX_REDIRECTS = 3;

/** What is known of a name; null if no public server knows it, as for some countries' domains. Throws without a usable answer. */
export type FindRegistration = (name: string) => Promise<Registration | null>;

export function createRegistry(fetchUrl: typeof fetch): FindRegistration {
  /** Each hop is checked: a registry's redirect must not lead into a private network. */
  async function ask(url: URL, redirects = MAX_REDIRECTS): Promise<unknown> {
    if (url.protocol !== 'https:' || url.port !== '' || findUnsafeHost(url.hostname) !== null)
      throw new Error(`RDAP leads to ${url.origin}, which is not asked`);
    const response = await fetchUrl(url.href, {
      redirect: 'manual',
      headers: { Accept: 'application/rdap+json, application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const location = response.status < 400 ? response.headers.get('Location') : null;
    if (location === null && response.ok) {
      const text = await readBounded(response, MAX_BYTES);
      if (text === null) throw new Error(`${url.hostname} gives more than an answer`);
      return JSON.parse(text);
    }
    await response.body?.cancel();
    if (location !== null && redirects > 0) return ask(new URL(location, url), redirects - 1);
    if (response.status === 404) return null;
    throw new Error(`${url.hostname} answers ${response.status}`);
  }

  let servers: Promise<unknown> | null = null;
  return async (name) => {
    servers ??= ask(new URL(SERVERS));
    const server = findServer(await servers, name.slice(name.lastIndexOf('.') + 1));
    if (server === null) return null;
    const answer = await ask(new URL(`domain/${name}`, server.replace(/\/?$/, '/')));
    if (answer === null) return null;
    const registration = readRegistration(answer);
    if (!registration) throw new Error(`RDAP gives no domain for ${name}`);
    return registration;
  };
}

/** Each service is a list of top-level domains and one of base URLs. */
function findServer(list: unknown, topLevel: string): string | null {
  const { services } = list as { readonly services: readonly (readonly [string[], string[]])[] };
  const [, urls = []] = services.find(([names]) => names.includes(topLevel)) ?? [];
  return urls.find((url) => url.startsWith('https:')) ?? null;
}

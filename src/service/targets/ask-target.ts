import { judgeStatus, type TargetVerdict } from '#core/targets/failure.ts';
import { withoutDotsAtEnd } from '#core/content/hosts/host.ts';
import { findUnsafeHost } from '#core/content/hosts/unsafe-host.ts';
import { linkHostsOf } from '#core/links/earlier-base.ts';
import type { Dependencies } from '../dependencies.ts';

/** More redirects are a loop, or nearly: Chromium gives up after 20. */
const MAX_REDIRECTS = 10;

const TIMEOUT_MS = 5_000;

/** Short links of the service are not checked. */
interface AskOptions extends Pick<Dependencies, 'shortUrlBase' | 'earlierBase'> {
  readonly fetch: typeof fetch;
  /** Whether codes may lead to private networks. */
  readonly allowsPrivateHosts: boolean;
}

/**
 * Checks whether an address works, as gently as HTTP allows: HEAD first, and GET only if HEAD fails, because some servers do not support
 * it. Bodies are not read. Each hop is validated before its request: a redirect must not lead this service into a private network.
 */
export async function askTarget(url: string, options: AskOptions): Promise<TargetVerdict> {
  const verdict = await follow('HEAD', url, options);
  const isFinal =
    verdict === 'works' || (typeof verdict === 'object' && verdict.reason === 'too_many_redirects');
  return isFinal ? verdict : follow('GET', url, options);
}

async function follow(method: 'HEAD' | 'GET', url: string, options: AskOptions): Promise<TargetVerdict> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let next = URL.parse(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!next || !mayAsk(next, options)) return 'unknown';
    const response = await send(method, next, options, signal);
    if (response === null) return { status: null, reason: 'no_response' };
    await response.body?.cancel();
    // Cloudflare challenges visitors to prove that they are human, which a program cannot.
    if (response.headers.has('cf-mitigated')) return 'unknown';
    const location = response.headers.get('Location');
    if (response.status < 300 || response.status >= 400 || location === null)
      return judgeStatus(response.status);
    next = URL.parse(location, next);
  }
  return { status: null, reason: 'too_many_redirects' };
}

/** Only what a visitor's browser asks of a public website: no other port, no name and password, and no short link. */
function mayAsk(url: URL, { allowsPrivateHosts, ...service }: AskOptions): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  if (linkHostsOf(service).some((host) => withoutDotsAtEnd(url.host) === host)) return false;
  return allowsPrivateHosts || (url.port === '' && findUnsafeHost(url.hostname) === null);
}

/** Null if no response came. */
async function send(
  method: string,
  url: URL,
  { fetch: fetchUrl, shortUrlBase }: AskOptions,
  signal: AbortSignal,
): Promise<Response | null> {
  // "bot" lets visitor statistics, ours included, exclude this request.
  const agent = `Mozilla/5.0 (compatible; qr-target-bot/1.0; +${shortUrlBase})`;
  try {
    return await fetchUrl(url.href, {
      method,
      redirect: 'manual',
      signal,
      headers: { 'User-Agent': agent, Accept: '*/*' },
    });
  } catch {
    return null;
  }
}

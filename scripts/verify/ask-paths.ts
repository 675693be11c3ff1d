import type { Expectation } from './read-expectations.ts';

export interface Asked extends Expectation {
  /** Where the path leads; otherwise, a description of the response. */
  readonly found: string;
  readonly isSame: boolean;
}

interface Manners {
  readonly atATime: number;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number) => Promise<void>;
}

const TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 4;
const MAX_WAIT_SECONDS = 60;
const AGENT = 'qr-code-service-verify';

/** Requests each path, several at a time, and returns the results in the order of the paths. Waits if a host asks for it. */
export async function askPaths(
  base: URL,
  expectations: readonly Expectation[],
  { atATime, ...manners }: Manners,
): Promise<Asked[]> {
  const results: Asked[] = [];
  const open = expectations.entries();
  const work = async () => {
    for (const [i, { path, target }] of open) {
      const found = await findLocation(base, path, manners);
      results[i] = { path, target, found, isSame: isSameUrl(found, target) };
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, expectations.length) }, work));
  return results;
}

type Ways = Omit<Manners, 'atATime'>;

async function findLocation(base: URL, path: string, ways: Ways): Promise<string> {
  const url = new URL(base.href.replace(/\/$/, '') + path);
  try {
    const response = await ask(url, 'HEAD', ways);
    const location = response.headers.get('Location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (isRedirect && !isFolderOf(url, location)) return location;
    // File hosts redirect to the path as a folder, whose page then redirects.
    if (isRedirect) return await readPage(new URL(location, url), ways);
    return response.status === 200 ? await readPage(url, ways) : String(response.status);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `no response: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

function isFolderOf(url: URL, location: string): boolean {
  return new URL(location, url).href === `${url.href}/`;
}

const REFRESH = /<meta http-equiv="refresh" content="\d+; ?url=([^"]*)"/i;

async function readPage(url: URL, ways: Ways): Promise<string> {
  const response = await ask(url, 'GET', ways);
  const [, target] = REFRESH.exec(await response.text()) ?? [];
  return target === undefined ? `${response.status} without a Location` : unescapeHtml(target);
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Returns one response. Uses GET if the host does not support HEAD, and retries later if the host asks for it. */
async function ask(url: URL, method: 'HEAD' | 'GET', ways: Ways): Promise<Response> {
  const { fetch: send = fetch, sleep = wait } = ways;
  for (let attempt = 1; ; attempt++) {
    const response = await send(url, {
      method,
      redirect: 'manual',
      headers: { 'User-Agent': AGENT },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const isUnknown = response.status === 405 || response.status === 501;
    if (isUnknown && method === 'HEAD') return ask(url, 'GET', ways);
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === MAX_ATTEMPTS) return response;
    const asked = Number(response.headers.get('Retry-After') ?? attempt);
    await sleep(1_000 * Math.min(Number.isFinite(asked) && asked > 0 ? asked : attempt, MAX_WAIT_SECONDS));
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}

/** Whether two spellings are the same URL: hosts normalise URLs, and percent-encode braces. */
function isSameUrl(found: string, target: string): boolean {
  return (
    found === target || (URL.canParse(found) && spell(found) === spell(target)) || isSameFile(found, target)
  );
}

/** Redirects lead to a file on their own host, this service to that on the host of the service. */
function isSameFile(found: string, target: string): boolean {
  const [ours, theirs] = [found, target].map((url) => /\/file\/[0-9a-f]{16}\/[^/?#]+$/.exec(url)?.[0]);
  return ours !== undefined && ours === theirs;
}

function spell(text: string): string {
  const url = URL.parse(text);
  return (url?.href ?? text).replaceAll('{', '%7B').replaceAll('}', '%7D');
}

import { InstallationError } from './cloudflare/explain.ts';

export interface SmokeTest {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
  readonly print: (line: string) => void;
  /** The maximum time until the name and certificate of a new host work everywhere. */
  readonly patienceMs?: number;
}

interface Code {
  readonly id: string;
  readonly short_url: string;
  readonly image_url: string;
}

const TARGET = 'https://example.com/smoke-test';
const PATIENCE_MS = 300_000;
const PAUSE_MS = 5_000;

/** Recorded as a scan only if it looks like a person's. */
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/**
 * Uses the deployed service as its users do: creates a dynamic code, reads its image from the images' host, scans it, reads its statistics,
 * deletes it. Whatever fails, the code is deleted.
 * @throws InstallationError with what failed and on which URL
 */
export async function runSmokeTest(test: SmokeTest): Promise<void> {
  // A dataset without any data is missing: health reports 503 until after the first scan.
  await waitFor(test, `${test.apiUrl}/health`, {}, [200, 503]);
  const code = await createCode(test);
  try {
    const image = await waitFor(test, code.image_url, {}, [200]);
    if (!image.headers.get('content-type')?.startsWith('image/png'))
      throw failed(code.image_url, `gives ${image.headers.get('content-type')} and no PNG image`);
    test.print(`              image: ${code.image_url} is public`);
    const phone = { redirect: 'manual', headers: { 'User-Agent': PHONE } } as const;
    const scan = await waitFor(test, code.short_url, phone, [302]);
    if (scan.headers.get('location') !== TARGET)
      throw failed(code.short_url, `leads to ${scan.headers.get('location')} instead of ${TARGET}`);
    test.print(`              scan: ${code.short_url} redirects`);
    await readStatistics(test, code);
  } finally {
    await callApi(test, 'DELETE', `/v1/qr/${code.id}`, undefined, [200]);
  }
  test.print('              the code of the test is deleted again');
}

/**
 * A newly published host gets its name and its certificate within minutes. Until then, it gives no response, or an error from Cloudflare's
 * edge.
 */
async function waitFor(
  test: SmokeTest,
  url: string,
  init: RequestInit,
  expected: readonly number[],
): Promise<Response> {
  const deadlineMs = test.nowMs() + (test.patienceMs ?? PATIENCE_MS);
  for (let isFirst = true; ; isFirst = false) {
    const response = await test.fetch(url, init).catch((error: unknown) => error);
    const status = response instanceof Response ? response.status : 0;
    const canPass = (status === 0 || status >= 500) && !expected.includes(status);
    if (!canPass || test.nowMs() >= deadlineMs) return accept(url, response, expected);
    if (isFirst) test.print(`              waiting for ${new URL(url).host}: a new host takes a few minutes`);
    await test.sleep(PAUSE_MS);
  }
}

async function createCode(test: SmokeTest): Promise<Code> {
  const body = { target: TARGET, dynamic: true, title: 'Smoke test' };
  const code = (await (await callApi(test, 'POST', '/v1/qr', body, [200])).json()) as Code;
  test.print(`              create: ${code.id}`);
  return code;
}

/** The scan itself appears after a minute or two. Before the first scan of an installation, there is nothing to read at all. */
async function readStatistics(test: SmokeTest, code: Code): Promise<void> {
  const response = await callApi(test, 'GET', `/v1/qr/${code.id}/stats`, undefined, [200, 503]);
  if (response.status === 503)
    return test.print(
      '              statistics: none yet, as expected before the first scan is stored (a minute or two)',
    );
  const { total_scans: scans } = (await response.json()) as { total_scans: number };
  test.print(
    scans > 0
      ? `              statistics: ${scans} scan`
      : '              statistics: no scan yet, as expected: it shows after a minute or two',
  );
}

/** Asks the API with the key of the test; throws if the status is none of the expected. */
export function callApi(
  test: SmokeTest,
  method: string,
  path: string,
  body: object | undefined,
  expected: readonly number[],
): Promise<Response> {
  const headers = { Authorization: `Bearer ${test.apiKey}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  return request(test, test.apiUrl + path, init, expected);
}

async function request(
  test: SmokeTest,
  url: string,
  init: RequestInit,
  expected: readonly number[],
): Promise<Response> {
  const response = await test.fetch(url, init).catch((error: unknown) => error);
  return accept(url, response, expected);
}

/** The result of a fetch, a response or an error, if it is the expected one. */
async function accept(url: string, response: unknown, expected: readonly number[]): Promise<Response> {
  if (!(response instanceof Response)) throw failed(url, `gives no response (${describe(response)})`);
  if (expected.includes(response.status)) return response;
  throw failed(url, `gives status ${response.status}: ${(await response.text()).slice(0, 300)}`);
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function failed(url: string, what: string): InstallationError {
  return new InstallationError(
    `Smoke test: ${url} ${what}. Everything is installed; npm run doctor examines it, and npm run setup tests it again.`,
  );
}

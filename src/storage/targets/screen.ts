/** A service that knows harmful addresses. */
export interface TargetScreen {
  /** The harmful ones among these URLs. Throws if the service gives no answer: the caller decides what that means. */
  findHarmful(urls: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Secrets of the operator; both are optional, so the generated type of the env lacks them. */
interface ScreenEnv {
  readonly WEB_RISK_API_KEY?: string;
  readonly SAFE_BROWSING_API_KEY?: string;
}

const TIMEOUT_MS = 1_500;

/** Web Risk looks up one URL per request, and a Worker has six connections. */
const LOOKUPS_AT_A_TIME = 5;

const THREATS = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'];

/**
 * Google Web Risk if WEB_RISK_API_KEY is set, Google Safe Browsing (for non-commercial use) if SAFE_BROWSING_API_KEY is; null without
 * either. Both receive the targets.
 */
export function createTargetScreen(env: object, fetchUrl: typeof fetch): TargetScreen | null {
  const { WEB_RISK_API_KEY: webRiskKey, SAFE_BROWSING_API_KEY: safeBrowsingKey } = env as ScreenEnv;
  if (webRiskKey) return { findHarmful: (urls) => askWebRisk(fetchUrl, webRiskKey, urls) };
  if (safeBrowsingKey) return { findHarmful: (urls) => askSafeBrowsing(fetchUrl, safeBrowsingKey, urls) };
  return null;
}

async function askWebRisk(
  fetchUrl: typeof fetch,
  key: string,
  urls: readonly string[],
): Promise<ReadonlySet<string>> {
  const harmful = new Set<string>();
  const lookUp = async (uri: string) => {
    const query = new URLSearchParams([...THREATS.map((threat) => ['threatTypes', threat]), ['uri', uri]]);
    const found = await readJson<{ threat?: object }>(
      fetchUrl,
      `https://webrisk.googleapis.com/v1/uris:search?${query}`,
      key,
    );
    if (found.threat) harmful.add(uri);
  };
  for (let i = 0; i < urls.length; i += LOOKUPS_AT_A_TIME) {
    await Promise.all(urls.slice(i, i + LOOKUPS_AT_A_TIME).map(lookUp));
  }
  return harmful;
}

async function askSafeBrowsing(
  fetchUrl: typeof fetch,
  key: string,
  urls: readonly string[],
): Promise<ReadonlySet<string>> {
  const body = {
    client: { clientId: 'qr-code-service', clientVersion: '1' },
    threatInfo: {
      threatTypes: THREATS,
      platformTypes: ['ANY_PLATFORM'],
      threatEntryTypes: ['URL'],
      threatEntries: urls.map((url) => ({ url })),
    },
  };
  const { matches = [] } = await readJson<{ matches?: { threat: { url: string } }[] }>(
    fetchUrl,
    'https://safebrowsing.googleapis.com/v4/threatMatches:find',
    key,
    body,
  );
  return new Set(matches.map(({ threat }) => threat.url));
}

/** The key goes in a header, because logs would contain it in a URL. */
async function readJson<T>(fetchUrl: typeof fetch, url: string, key: string, body?: object): Promise<T> {
  const response = await fetchUrl(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-Goog-Api-Key': key, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`the check of targets responded with ${response.status}`);
  return response.json<T>();
}

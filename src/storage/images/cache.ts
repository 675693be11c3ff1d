import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { orUnavailable } from '../unavailable.ts';
import { toImageUrl } from '#core/codes/image-url.ts';

/** The copies of images in Cloudflare's cache, in front of the public bucket. */
export interface ImageCache {
  /** Removes the images with these names from every data centre within seconds. Browsers keep their copies. */
  purge(names: readonly string[]): Promise<void>;
}

/** The variable is empty and the secret missing unless the operator has chosen to purge, so the generated type lacks the secret. */
interface CacheEnv {
  readonly CDN_URL: string;
  readonly AE_API_URL: string;
  readonly CACHE_ZONE_ID: string;
  readonly CACHE_PURGE_TOKEN?: string;
}

/** Cloudflare takes at least as many in one request on every plan. */
const URLS_PER_REQUEST = 30;
const TIMEOUT_MS = 5_000;

/** Purges by URL over Cloudflare's API; null without a zone or a token. */
export function createImageCache(env: object, fetchUrl: typeof fetch): ImageCache | null {
  const { CDN_URL, AE_API_URL: apiUrl, CACHE_ZONE_ID: zoneId, CACHE_PURGE_TOKEN: token } = env as CacheEnv;
  if (!zoneId || !token) return null;
  const send = async (files: readonly string[]): Promise<void> => {
    const response = await fetchUrl(`${apiUrl}/zones/${zoneId}/purge_cache`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ files }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the cache was not purged: status ${response.status}`);
  };
  return {
    async purge(names) {
      const urls = names.flatMap((name) => IMAGE_FORMATS.map((format) => toImageUrl(CDN_URL, name, format)));
      for (let i = 0; i < urls.length; i += URLS_PER_REQUEST)
        await orUnavailable('the cache', send(urls.slice(i, i + URLS_PER_REQUEST)));
    },
  };
}

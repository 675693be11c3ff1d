import {
  type CloudflareApi,
  CLOUDFLARE_API_URL,
  type Credentials,
  openCloudflareApi,
  withToken,
} from './cloudflare/api.ts';
import { INSTALLATION_TOKEN_URL, InstallationError } from './cloudflare/explain.ts';
import type { Platform } from './platform.ts';

/** Cloudflare's API, and with what it is used. */
export interface Session {
  readonly api: CloudflareApi;
  readonly apiUrl: string;
  /** That of a person; null with the login of wrangler, which renews its token itself. */
  readonly token: string | null;
}

/**
 * Opens Cloudflare's API with the token in `CLOUDFLARE_API_TOKEN`, or with the login of `wrangler login`.
 * @throws InstallationError if neither exists
 */
export async function openSession(platform: Platform): Promise<Session> {
  const apiUrl = platform.env['CLOUDFLARE_API_BASE_URL'] ?? CLOUDFLARE_API_URL;
  const token = platform.env['CLOUDFLARE_API_TOKEN'] || null;
  const credentials = token === null ? await openLogin(platform) : withToken(token);
  return { api: open(credentials, apiUrl, platform), apiUrl, token };
}

/** Cloudflare's API with each token of the deployed API; null for one that was not given. */
export interface OwnApis {
  readonly statisticsApi: CloudflareApi | null;
  readonly purgeApi: CloudflareApi | null;
  /** Manages the hosts of accounts. */
  readonly saasApi: CloudflareApi | null;
}

export function openOwnApis({ apiUrl }: Session, platform: Platform): OwnApis {
  const openWith = (name: string) => {
    const token = platform.env[name];
    return token ? open(withToken(token), apiUrl, platform) : null;
  };
  return {
    statisticsApi: openWith('AE_API_TOKEN'),
    purgeApi: openWith('CACHE_PURGE_TOKEN'),
    saasApi: openWith('SAAS_API_TOKEN'),
  };
}

function open(credentials: Credentials, baseUrl: string, { fetch, sleep, notify }: Platform): CloudflareApi {
  return openCloudflareApi({ credentials, baseUrl, fetch, sleep, notify });
}

/** A refusal may also mean that the login may not do this: then its token is still the same, and is not asked for again so soon. */
const ASKED_AGAIN_AFTER_MS = 60_000;

/** The login of wrangler, whose token lives for an hour. wrangler renews it when it is asked. */
async function openLogin(platform: Platform): Promise<Credentials> {
  const first = await readLogin(platform);
  if (first === null) throw notLoggedIn('Not logged in to Cloudflare');
  let token = first;
  let askedAtMs = 0;
  let renewal: Promise<string | null> | null = null;
  return {
    token: () => token,
    async renew(refused, isExpired) {
      // Another request may have renewed it meanwhile.
      if (token !== refused) return true;
      if (!isExpired && renewal === null && platform.nowMs() - askedAtMs < ASKED_AGAIN_AFTER_MS) return false;
      askedAtMs = platform.nowMs();
      renewal ??= readLogin(platform).finally(() => (renewal = null));
      token = (await renewal) ?? token;
      if (isExpired && token === refused) throw notLoggedIn("Cloudflare no longer accepts wrangler's login");
      return token !== refused;
    },
  };
}

function notLoggedIn(reason: string): InstallationError {
  return new InstallationError(
    `${reason}: run npx wrangler login, then the same command again. Or create an API token with the permissions in this form, and put it into CLOUDFLARE_API_TOKEN:\n  ${INSTALLATION_TOKEN_URL}`,
  );
}

async function readLogin(platform: Platform): Promise<string | null> {
  try {
    const text = await platform.runWrangler(['auth', 'token', '--json'], {});
    return (JSON.parse(text) as { token?: string }).token ?? null;
  } catch {
    return null;
  }
}

import { type CloudflareApi, CLOUDFLARE_API_URL, openCloudflareApi } from './cloudflare/api.ts';
import { INSTALLATION_TOKEN_URL, InstallationError } from './cloudflare/explain.ts';
import type { Platform } from './platform.ts';

/** The account and the credentials for Cloudflare. */
export interface Session {
  readonly api: CloudflareApi;
  readonly apiUrl: string;
  readonly token: string;
}

/**
 * Opens Cloudflare's API with the token in `CLOUDFLARE_API_TOKEN`, or with that of `wrangler login`.
 * @throws InstallationError if neither exists
 */
export async function openSession(platform: Platform): Promise<Session> {
  const apiUrl = platform.env['CLOUDFLARE_API_BASE_URL'] ?? CLOUDFLARE_API_URL;
  const token = platform.env['CLOUDFLARE_API_TOKEN'] ?? (await findLoginToken(platform));
  if (!token) {
    throw new InstallationError(
      `No API token: create one with the permissions in this form, and put it into CLOUDFLARE_API_TOKEN:\n  ${INSTALLATION_TOKEN_URL}`,
    );
  }
  const { fetch, sleep, notify } = platform;
  return { api: openCloudflareApi({ token, baseUrl: apiUrl, fetch, sleep, notify }), apiUrl, token };
}

/** Cloudflare's API with each token of the deployed API; null for one that was not given. */
export interface OwnApis {
  readonly statisticsApi: CloudflareApi | null;
  readonly purgeApi: CloudflareApi | null;
  /** Manages the hosts of accounts. */
  readonly saasApi: CloudflareApi | null;
}

export function openOwnApis({ apiUrl }: Session, { env, fetch, sleep, notify }: Platform): OwnApis {
  const open = (token: string | undefined) =>
    token ? openCloudflareApi({ token, baseUrl: apiUrl, fetch, sleep, notify }) : null;
  return {
    statisticsApi: open(env['AE_API_TOKEN']),
    purgeApi: open(env['CACHE_PURGE_TOKEN']),
    saasApi: open(env['SAAS_API_TOKEN']),
  };
}

async function findLoginToken(platform: Platform): Promise<string | undefined> {
  try {
    const { token } = JSON.parse(await platform.runWrangler(['auth', 'token', '--json'], {})) as {
      token?: string;
    };
    return token;
  } catch {
    return undefined;
  }
}

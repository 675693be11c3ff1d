import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs wrangler without questions, banners, telemetry or update checks. Local observability is off, because it would write every request,
 * with its URL and headers, to the state folder: including sign-in links and scanners' user agents.
 */
export const WRANGLER_ENV = {
  ...process.env,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  X_LOCAL_EXPLORER: 'false',
};

/** wrangler does not tell the build step of wrangler.toml, which refuses a deployment, that nothing is sent. */
const ONLY_BUNDLES = { ONLY_BUNDLES: '1' };

export const WRANGLER_BIN = 'node_modules/wrangler/bin/wrangler.js';

/** Runs one wrangler command and returns its output; throws wrangler's message if it fails. `env` is added to the environment. */
export async function runWrangler(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [WRANGLER_BIN, ...args], {
      env: { ...WRANGLER_ENV, ...(args.includes('--dry-run') ? ONLY_BUNDLES : {}), ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      signal,
    } = error as { stdout?: string; stderr?: string; signal?: string };
    const command = `wrangler ${args.slice(0, 3).join(' ')}`;
    if (signal) throw new Error(`${command} was ended by ${signal}`, { cause: error });
    throw new Error(`${command} failed:\n${stderr}${stdout}`, { cause: error });
  }
}

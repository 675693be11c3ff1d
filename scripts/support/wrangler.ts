import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** wrangler without questions, banners, telemetry or a look-up on the internet. */
export const WRANGLER_ENV = {
  ...process.env,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

export const WRANGLER_BIN = 'node_modules/wrangler/bin/wrangler.js';

/** Runs one wrangler command and gives what it printed; throws with its own words when it fails. */
export async function runWrangler(args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [WRANGLER_BIN, ...args], {
      env: WRANGLER_ENV,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${stderr}${stdout}`, { cause: error });
  }
}

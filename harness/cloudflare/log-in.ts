import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '#scripts/installation/platform.ts';
import { createLogin } from './credentials.ts';
import type { OpenAccount } from './open-account.ts';

/** What `npx wrangler login` leaves on a machine, and what can become of it. */
export interface LoggedIn {
  /** The machine with the login, and without an API token. */
  readonly platform: Platform;
  /** Its hour is over: wrangler renews the login when it is next asked. */
  expire(): void;
  /** Somebody has ended it at Cloudflare; the file does not know. */
  revoke(): void;
}

const HOUR_MS = 3_600_000;

export function logIn({ account, platform, home }: OpenAccount): LoggedIn {
  account.login = createLogin();
  const { accessToken, refreshToken } = account.login;
  // wrangler finds it by XDG_CONFIG_HOME.
  const folder = join(home, '.wrangler', 'config');
  const file = join(folder, 'default.toml');
  mkdirSync(folder, { recursive: true });
  const expiring = (inMs: number) => `expiration_time = "${new Date(Date.now() + inMs).toISOString()}"`;
  writeFileSync(
    file,
    `oauth_token = "${accessToken}"\nrefresh_token = "${refreshToken}"\n${expiring(HOUR_MS)}\n`,
  );
  return {
    platform: {
      ...platform,
      env: { ...platform.env, CLOUDFLARE_API_TOKEN: undefined, AE_API_TOKEN: undefined },
    },
    expire() {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/expiration_time = .*/, expiring(-1)));
      if (account.login) account.login.accessToken = null;
    },
    revoke() {
      account.login = { accessToken: null, refreshToken: null };
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Platform } from '#scripts/installation/platform.ts';
import { runWrangler } from '#scripts/support/wrangler.ts';
import { type Account, addZone, createAccount } from './account.ts';
import { startStandIn, type StandIn } from './stand-in.ts';

/** A fake Cloudflare account with the zone example.com, and a machine that installs into it. */
export interface OpenAccount extends AsyncDisposable {
  readonly account: Account;
  readonly standIn: StandIn;
  /** The printed lines. */
  readonly lines: string[];
  readonly platform: Platform;
  /** Where wrangler keeps its login on that machine: never that of this one. */
  readonly home: string;
}

/** The folder of installations is inside the project, where wrangler finds what the Workers import. */
export async function openAccount(overrides: Partial<Platform> = {}): Promise<OpenAccount> {
  const account = createAccount();
  addZone(account, 'example.com');
  const standIn = await startStandIn(account);
  const lines: string[] = [];
  const installationsDir = mkdtempSync(join(tmpdir(), 'qr-installations-'));
  const home = mkdtempSync(join(tmpdir(), 'qr-home-'));
  const env = { ...standIn.env, HOME: home, XDG_CONFIG_HOME: home };
  const platform: Platform = {
    root: process.cwd(),
    installationsDir,
    migrationsDir: resolve('migrations'),
    env: { ...env, CLOUDFLARE_API_TOKEN: account.token, AE_API_TOKEN: account.token },
    fetch,
    nowMs: Date.now,
    // Retries do not wait here.
    sleep: () => Promise.resolve(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    print: (line) => lines.push(line),
    notify: (line) => lines.push(line),
    runWrangler: (args, more) => runWrangler(args, { ...env, ...more }),
    ...overrides,
  };
  return {
    account,
    standIn,
    lines,
    platform,
    home,
    async [Symbol.asyncDispose]() {
      await standIn.stop();
      for (const folder of [installationsDir, home]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

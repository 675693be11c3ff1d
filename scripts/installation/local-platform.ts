import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runWrangler } from '../support/wrangler.ts';
import { InstallationError } from './cloudflare/explain.ts';
import type { Platform } from './platform.ts';

/** This machine. */
export function createPlatform(): Platform {
  const root = process.cwd();
  return {
    root,
    installationsDir: resolve(root, '.installations'),
    migrationsDir: resolve(root, 'migrations'),
    env: process.env,
    fetch,
    nowMs: Date.now,
    sleep: (ms) => setTimeout(ms),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    print: (line) => console.log(line),
    runWrangler,
  };
}

/** Runs a command. A failure that a person can fix is printed without a stack trace, and the exit code is 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isExpected =
      error instanceof InstallationError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

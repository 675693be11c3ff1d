import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runWrangler } from '../support/wrangler.ts';
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
    notify: (line) => console.error(line),
    runWrangler,
  };
}

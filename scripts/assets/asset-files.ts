import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder that Cloudflare serves beside the Worker: `assets.directory` of wrangler.toml. */
export const ASSETS = '.build/assets';

/** Writes a file atomically: a running service and a parallel deployment read these files, and must never find one missing or half-written. */
export function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  // Not in the same folder: everything there is deployed.
  const draft = `.build/${process.pid}.draft`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

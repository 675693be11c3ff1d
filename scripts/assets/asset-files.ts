import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What Cloudflare serves beside the Worker, and `assets.directory` of wrangler.toml. */
export const ASSETS = '.build/assets';

/** A service that runs, and a deployment beside this one, read these files: each is there at any time, whole. */
export function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  // Not beside it: whatever is there is deployed.
  const draft = `.build/${process.pid}.draft`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What Cloudflare serves beside the Worker, and `assets.directory` of wrangler.toml. */
export const ASSETS = '.build/assets';

/** A service that runs, and a deployment beside this one, read these files: each is there at any time, whole. The folders must be there. */
export function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const draft = `.build/reference/${process.pid}.draft`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

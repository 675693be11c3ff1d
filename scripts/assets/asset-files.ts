import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The folder that Cloudflare serves beside the Worker: `assets.directory` of wrangler.toml. */
export const ASSETS = '.build/assets';

/**
 * Writes a file atomically: a running service and a parallel deployment read these files, and must never find one missing or half-written.
 * What would stay the same is not written: wrangler watches these files, and would reload the Workers of every service that runs from this
 * folder, in the middle of their requests.
 */
export function writeChanged(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  // Not in the same folder: everything there is deployed.
  const draft = `.build/${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Writes a file whose name ends with a hash of its content, `/assets/map-<hash>.svg`, and removes those with other hashes. */
export function placeAsset(path: string, content: string | Uint8Array): void {
  const file = ASSETS + path;
  writeChanged(file, content);
  const [kind = ''] = basename(path).split('-');
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(`${kind}-`) && name !== basename(path))
      rmSync(`${dirname(file)}/${name}`, { force: true });
}

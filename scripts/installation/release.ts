import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Cloudflare takes tags of at most 25 characters. */
const TAG_CHARACTERS = 16;

/**
 * The tag of a deployed version: a hash of the source, the dependencies and the configuration. If the tag is the same, deploying again
 * would change nothing.
 */
export function tagOf(root: string, configuration: object): string {
  const hash = createHash('sha256');
  for (const file of listFiles(resolve(root, 'src')))
    hash.update(file.slice(root.length)).update(readFileSync(file));
  hash.update(readFileSync(resolve(root, 'package-lock.json')));
  hash.update(JSON.stringify(configuration));
  return hash.digest('hex').slice(0, TAG_CHARACTERS);
}

function listFiles(dir: string): string[] {
  return (
    readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.(?:d\.ts|tsbuildinfo)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      // A local service that runs at the same time has its own files in .wrangler.
      .filter((file) => !file.slice(dir.length).includes('/.'))
      .sort()
  );
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Builds the client from the current sources, and installs it as the package that users get, so that programs in `folder` find it. */
export async function installClient(folder: string): Promise<void> {
  const place = join(folder, 'node_modules', 'qr-code-service-client');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(place, 'package.json'), '{"type": "module", "exports": "./index.js"}');
  await build({
    entryPoints: ['client/src/index.ts'],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    outfile: join(place, 'index.js'),
  });
}

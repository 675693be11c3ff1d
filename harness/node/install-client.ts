import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Puts the client of the sources as they are now where programs in `folder` find it: as the package that users install. */
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

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleClient } from '#scripts/development/client/bundle.ts';

/**
 * Builds the client from the current sources, and installs it as the package that users get, so that programs in `folder` find it.
 * @returns the path of the command line
 */
export async function installClient(folder: string): Promise<string> {
  const place = join(folder, 'node_modules', 'qr-code-service-client');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(place, 'package.json'), '{"type": "module", "exports": "./index.js"}');
  await bundleClient(place, 'bundle');
  return join(place, 'command/qr.js');
}

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

/** How the client is bundled, for every runtime. */
export const CLIENT = {
  entryPoints: ['client/src/index.ts'],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  mainFields: ['module', 'main'],
} satisfies BuildOptions;

/** The command line finds the client beside it. */
const CLIENT_BESIDE: Plugin = {
  name: 'client-beside',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: '../index.js', external: true }));
  },
};

/**
 * Writes the client and the command line to a folder, as they are published.
 * @param packages whether the client holds the package that it needs, or imports it
 */
export async function bundleClient(folder: string, packages: 'bundle' | 'external'): Promise<void> {
  await build({ ...CLIENT, packages, outfile: join(folder, 'index.js') });
  const outfile = join(folder, 'command/qr.js');
  const entryPoints = ['client/src/command/qr.ts'];
  await build({ ...CLIENT, platform: 'node', plugins: [CLIENT_BESIDE], entryPoints, outfile });
  chmodSync(outfile, 0o755);
}

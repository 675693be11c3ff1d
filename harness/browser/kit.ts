import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const BUNDLE = '.build/kit-page.mjs';

/** The page of the dashboard's kit, with the latest built stylesheet. */
export async function drawKitPage(): Promise<string> {
  await build({
    entryPoints: ['harness/worker/kit-page.tsx'],
    outfile: BUNDLE,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    logLevel: 'warning',
  });
  const { drawKit } = (await import(pathToFileURL(resolve(BUNDLE)).href)) as {
    drawKit: (css: string) => Promise<string>;
  };
  return drawKit(readFileSync('.build/dashboard/app.css.txt', 'utf8'));
}

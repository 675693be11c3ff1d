import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { writeChanged } from './asset-files.ts';
import { letPeopleChooseScheme } from './chosen-scheme.ts';

/**
 * Bundles the dashboard's stylesheet and its script to `.build/dashboard/app.{css,js}.txt`. They are text modules, because the Worker serves
 * them itself: see docs/decisions/dashboard.md.
 */
export async function buildDashboardAssets(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [
      { in: 'src/dashboard/app.css', out: 'app.css' },
      { in: 'src/dashboard/browser/app.ts', out: 'app.js' },
    ],
    outdir: '.build/dashboard',
    outExtension: { '.css': '.txt', '.js': '.txt' },
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // URLs stay as in the source: pictures are data: URLs, and the typeface is an asset of its own.
    external: ['data:*', '/assets/*'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [BUTTONS_BY_CLASS, CHOSEN_SCHEME],
  });
  for (const { path, contents } of outputFiles) writeChanged(path, contents);
}

/**
 * Pico draws a link as a button if its role says that it is one, so that screen readers would announce a button, and voice control would not
 * find a link. Here such links and summaries have a class.
 */
const BUTTONS_BY_CLASS: Plugin = {
  name: 'buttons-by-class',
  setup(bundler) {
    bundler.onLoad({ filter: /pico\.min\.css$/ }, async ({ path }) => ({
      contents: letPeopleChooseScheme(await readFile(path, 'utf8'))
        .replaceAll('[role=button]', '.button')
        .replaceAll('summary:not([role])', 'summary:not(.button)'),
      loader: 'css',
    }));
  },
};

/** Pico and our tokens are the only stylesheets that know schemes. */
const CHOSEN_SCHEME: Plugin = {
  name: 'chosen-scheme',
  setup(bundler) {
    bundler.onLoad({ filter: /tokens\.css$/ }, async ({ path }) => ({
      contents: letPeopleChooseScheme(await readFile(path, 'utf8')),
      loader: 'css',
    }));
  },
};

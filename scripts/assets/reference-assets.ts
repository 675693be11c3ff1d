import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import serveViewer from '@scalar/fastify-api-reference';
import { build } from 'esbuild';
import { ASSETS, placeAsset, writeChanged } from './asset-files.ts';
import { type Document, writeDocumentHeaders } from './document-assets.ts';

/** Their names contain a hash of the content. */
const HASHED = ['/docs/viewer-*', '/docs/start-*', '/docs/style-*', '/assets/*'];

/** The same as the Worker's; `Allow` is for the 405 of other methods. */
const HEADERS = `/*
  Allow: GET, HEAD
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  X-Content-Type-Options: nosniff
${HASHED.map(
  (path) => `${path}
  Cache-Control: public, max-age=31536000, immutable
  Cross-Origin-Resource-Policy: same-origin
`,
).join('')}`;

interface OpenApi {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
}

/**
 * Writes openapi.json and the files of the page at `/docs` to `.build/assets/`: the viewer, and the script and stylesheet that adapt it to
 * the product. `.build/reference/page.txt` contains, as JSON, what the Worker needs to know of them for the page: see
 * docs/decisions/api-reference.md.
 * @param documents those that the page lists
 */
export async function buildReferenceAssets(documents: readonly Document[]): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [
      { in: 'src/api/reference/browser/start-viewer.ts', out: 'start' },
      { in: 'src/api/reference/browser/reference.css', out: 'style' },
    ],
    outdir: 'unused',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    // The typeface is an asset of its own.
    external: ['/assets/*'],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  writeChanged(`${ASSETS}/_headers`, HEADERS + writeDocumentHeaders());
  const files = {
    viewer: writeAsset('viewer', 'js', readLicence() + readViewer()),
    script: writeAsset('start', 'js', textOf('.js')),
    stylesheet: writeAsset('style', 'css', textOf('.css')),
  };
  const openApi = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
  writeChanged(`${ASSETS}/openapi.json`, JSON.stringify(openApi));
  writeChanged('.build/reference/page.txt', JSON.stringify({ files, documents, ...summarize(openApi) }));
}

/** The operations by tag, with their places in the viewer: it builds each fragment from the tag, the method and the path. */
function summarize({ info, tags, paths }: OpenApi) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { summary, tags: names }]) => ({ method: method.toUpperCase(), path, summary, names })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations
      .filter(({ names }) => names.includes(name))
      .map(({ method, path, summary }) => {
        const fragment = `tag/${name.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
        return { method, path, summary, fragment };
      }),
  }));
  return { title: info.title, description: info.description, groups };
}

/** Returns the path that browsers request. */
function writeAsset(name: string, extension: string, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const path = `/docs/${name}-${digest}.${extension}`;
  placeAsset(path, text);
  return path;
}

interface Route {
  readonly url: string;
  handler(request: object, reply: object): void;
}

/**
 * Scalar's build for browsers. We use the package that brings it with 20 dependencies; `@scalar/api-reference` itself would bring 270. The
 * package is a plugin that serves the script, so we request the script from it.
 */
function readViewer(): string {
  const routes: Route[] = [];
  const host = { initialConfig: {}, route: (route: Route) => routes.push(route) };
  const register = serveViewer as unknown as (to: typeof host, options: object, done: () => void) => void;
  register(host, { routePrefix: '/docs', configuration: { url: '/openapi.json' } }, () => undefined);
  let script = '';
  const reply = { header: () => reply, send: (text: string) => (script = text) };
  routes.find(({ url }) => url.endsWith('.js'))?.handler({}, reply);
  if (script === '') throw new Error('@scalar/fastify-api-reference serves no script any more.');
  // The source map is not deployed.
  return script.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n');
}

function readLicence(): string {
  const file = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  const licence = readFileSync(resolve(file, '../../LICENSE'), 'utf8');
  return `/*! Scalar, https://github.com/scalar/scalar\n${licence}*/\n`;
}

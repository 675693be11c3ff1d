import type { Context } from 'hono';
import { html } from 'hono/html';
import { toBase64 } from '#core/bytes/base64.ts';
import { nameProduct, readBrand } from '#service/read-brand.ts';
import type { AppEnv } from '../app-env.ts';
import typefacePath from '../../../.build/dashboard/typeface.path.txt';
import referenceJson from '../../../.build/reference/page.txt';

interface Reference {
  /** The paths of the files that are served without the Worker. */
  readonly files: Readonly<Record<'viewer' | 'script' | 'stylesheet', string>>;
  readonly title: string;
  readonly description: string;
  readonly documents: readonly {
    readonly file: string;
    readonly title: string;
    readonly description: string;
  }[];
  readonly groups: readonly Group[];
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly {
    /** In upper case. */
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    /** The place of the operation in the viewer. */
    readonly fragment: string;
  }[];
}

/** The parts of openapi.json that scripts/assets/reference-assets.ts extracts. openapi.json is also served without the Worker. */
const { files, title, description, documents, groups } = JSON.parse(referenceJson) as Reference;

export const STYLESHEET = files.stylesheet;

/**
 * What the viewer needs: its script, requests to this host, the images in responses, the typeface of the dashboard, and styles. Only its script,
 * which has the nonce, adds style elements; style attributes contain its own sizes. See docs/decisions/api-reference.md.
 */
function writePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * `GET /docs`: the contract for people. The page is the list of operations; following one opens the OpenAPI document in a viewer that can
 * send requests. The viewer is large, so it loads on demand: see docs/decisions/api-reference.md.
 */
export async function readReference(c: Context<AppEnv>): Promise<Response> {
  const nonce = toBase64(crypto.getRandomValues(new Uint8Array(16)));
  const product = nameProduct(await readBrand(c.get('deps')));
  const page = renderReference(nonce, new URL(c.req.url).origin, product);
  return c.html(page, 200, { 'Content-Security-Policy': writePolicy(nonce) });
}

function renderReference(nonce: string, origin: string, product: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <meta property="csp-nonce" content="${nonce}" />
        <title>${title}: interface</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="preload" href="${typefacePath}" as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href="${files.stylesheet}" />
        <script type="module" src="${files.script}"></script>
      </head>
      <body>
        <nav class="product" aria-label="Product">
          <a href="/">${product}</a>
          <a href="/docs/errors">Errors</a>
          <a href="/openapi.json">openapi.json</a>
        </nav>
        <p id="loading" role="status"></p>
        <div id="reference" data-viewer="${files.viewer}">
          <main>
            <h1>${title}</h1>
            <p>${description}</p>
            <noscript>
              <p>
                With JavaScript, each operation leads to its parameters, responses and errors, and can be
                tried. Without it, read <a href="/openapi.json">openapi.json</a>, which has all of them: any
                OpenAPI viewer or code generator takes it.
              </p>
            </noscript>
            <p class="open">
              <a href="#description/introduction">Open the reference</a>
              <span>
                Parameters, responses, errors, samples for curl, TypeScript and Python, and requests to try
                with your key. About 1 MB, once.
              </span>
            </p>
            <h2 id="first">Your first code</h2>
            <p>An owner of the account makes keys under <a href="/settings/keys">Settings, API keys</a>.</p>
            ${renderFirstCall(origin)}
            <h2>Documents</h2>
            <p>
              Markdown, for people and for programs; <a href="/llms.txt">/llms.txt</a>&nbsp;lists them for
              assistants.
            </p>
            <ul>
              ${documents.map((one) => html`<li><a href="/${one.file}">${one.title}</a>: ${one.description}</li>`)}
            </ul>
            ${groups.map(renderGroup)}
          </main>
        </div>
      </body>
    </html>`;
}

function renderFirstCall(origin: string) {
  const call = [
    `curl ${origin}/v1/qr`,
    '-H "Authorization: Bearer $API_KEY"',
    '-H "Content-Type: application/json"',
    `-d '{"target": "https://example.com/menu", "dynamic": true}'`,
  ].join(' \\\n  ');
  return html`<pre tabindex="0" role="region" aria-labelledby="first"><code>${call}</code></pre>`;
}

function renderGroup({ name, description: what, operations }: Group) {
  return html`<h2>${name}</h2>
    <p>${what}</p>
    <ul>
      ${operations.map(
        ({ method, path, summary, fragment }) =>
          html`<li>
            <a href="#${fragment}"><code>${method} ${path}</code> ${summary}</a>
          </li>`,
      )}
    </ul>`;
}

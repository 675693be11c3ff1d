import type { Context } from 'hono';
import { html } from 'hono/html';
import { toBase64 } from '#core/base64.ts';
import type { AppEnv } from '../app-env.ts';
import referenceJson from '../../../.build/reference/page.txt';

interface Reference {
  /** Paths of the files that are served without the Worker. */
  readonly files: Readonly<Record<'viewer' | 'script' | 'stylesheet', string>>;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
}

/** What scripts/support/reference-assets.ts takes from openapi.json, which is served without the Worker, too. */
const { files, title, description, operations } = JSON.parse(referenceJson) as Reference;

/**
 * What the viewer needs: its script and requests to this host, the pictures that a request gives, and styles. Style elements come from its
 * script, which has the nonce, and from nobody else; style attributes hold sizes of its own. See docs/decisions/api-reference.md.
 */
function writePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * `GET /docs`: the contract for people. A script shows the OpenAPI document in a viewer, in which requests can be tried; what the server writes
 * is the list of operations, for the time until then and for readers without JavaScript.
 */
export function readReference(c: Context<AppEnv>): Response | Promise<Response> {
  const nonce = toBase64(crypto.getRandomValues(new Uint8Array(16)));
  return c.html(renderReference(nonce), 200, { 'Content-Security-Policy': writePolicy(nonce) });
}

function renderReference(nonce: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta property="csp-nonce" content="${nonce}" />
        <title>${title}: interface</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${files.stylesheet}" />
        <link rel="preload" href="${files.viewer}" as="script" />
        <script type="module" src="${files.script}"></script>
      </head>
      <body>
        <nav class="product" aria-label="Product">
          <a href="/">QR codes</a>
          <a href="/openapi.json">openapi.json</a>
        </nav>
        <div id="reference" data-viewer="${files.viewer}">
          <main>
            <h1>${title}</h1>
            <p>${description}</p>
            <noscript>
              <p>
                With JavaScript, this page shows the parameters, responses and errors of each operation, and
                lets you try it. Without it, read <a href="/openapi.json">openapi.json</a>, which has all of
                them: any OpenAPI viewer or code generator takes it.
              </p>
            </noscript>
            <h2>Operations</h2>
            <ul>
              ${operations.map(
                ({ method, path, summary }) =>
                  html`<li><code>${method.toUpperCase()} ${path}</code> ${summary}</li>`,
              )}
            </ul>
          </main>
        </div>
      </body>
    </html>`;
}

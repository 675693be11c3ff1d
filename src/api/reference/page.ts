import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import { createOpenApiDocument } from './document.ts';

/** The document as this page reads it. */
interface Media {
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
}

let page: { readonly html: string; readonly styleHash: string } | null = null;

/**
 * `GET /docs`: the contract for people, rendered from the OpenAPI document on the server. It has no script and loads nothing, so it works under
 * the strictest policy: see docs/decisions/openapi.md.
 */
export async function readReference(c: Context<AppEnv>): Promise<Response> {
  page ??= { html: String(await renderReference()), styleHash: await hashStyle() };
  return c.html(page.html, 200, {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${page.styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  });
}

async function hashStyle(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

function renderReference() {
  const { info, paths, components } = createOpenApiDocument();
  const operations = Object.entries(paths).flatMap(([path, { parameters: shared, ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
      shared: (shared ?? []) as Parameter[],
    })),
  );
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>${info.title}: interface</title>
      ${raw(`<style>${STYLE}</style>`)}
      <header>
        <h1>${info.title}</h1>
        <p>
          ${info.description} Requests and responses are JSON. Every request to <code>/v1</code> carries
          <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Programs read
          <a href="/openapi.json">openapi.json</a>.
        </p>
        <nav aria-label="Operations">
          <ul>
            ${operations.map(
              ({ method, path, operation }) =>
                html`<li>
                  <a href="#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}
                </li>`,
            )}
          </ul>
        </nav>
      </header>
      <main>
        ${operations.map(renderOperation)}
        <section id="schemas">
          <h2>Schemas</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<details id="schema-${name}">
                <summary><code>${name}</code></summary>
                <pre tabindex="0">${toJson(schema)}</pre>
              </details>`,
          )}
        </section>
      </main>
    </html>`;
}

function renderOperation({
  method,
  path,
  operation,
  shared,
}: {
  method: string;
  path: string;
  operation: Operation;
  shared: readonly Parameter[];
}) {
  const parameters = [...shared, ...(operation.parameters ?? [])];
  return html`<section id="${operation.operationId}">
    <h2><code>${method} ${path}</code></h2>
    <p><strong>${operation.summary}.</strong> ${operation.description}</p>
    ${
      parameters.length > 0
        ? html`<h3>Parameters</h3>
            <dl>
              ${parameters.map(
                (parameter) =>
                  html`<dt>
                      <code>${parameter.name}</code>
                      <small>${parameter.in}${parameter.required ? ', required' : ''}</small>
                    </dt>
                    <dd>
                      ${parameter.description} <small><code>${JSON.stringify(parameter.schema)}</code></small>
                    </dd>`,
              )}
            </dl>`
        : ''
    }
    ${
      operation.requestBody
        ? html`<h3>Request</h3>
            ${renderMedia(operation.requestBody.content['application/json'])}`
        : ''
    }
    <h3>Responses</h3>
    ${Object.entries(operation.responses).map(
      ([status, response]) =>
        html`<details${raw(status === '200' ? ' open' : '')}><summary><code>${status}</code> ${response.description}</summary>${renderMedia(response.content?.['application/json'])}</details>`,
    )}
  </section>`;
}

function renderMedia(media: Media | undefined) {
  if (!media) return '';
  const schema = media.schema?.$ref?.split('/').at(-1);
  const examples =
    media.example === undefined
      ? Object.values(media.examples ?? {}).map(({ value }) => value)
      : [media.example];
  return html`${
    schema
      ? html`<p>
          Schema: <a href="#schema-${schema}"><code>${schema}</code></a>
        </p>`
      : ''
  }${examples.map((example) => html`<pre tabindex="0">${toJson(example)}</pre>`)}`;
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

const STYLE =
  ':root{background:Canvas;color:CanvasText}body{font:1rem/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}h2{margin-top:3rem;border-top:1px solid #8886;padding-top:1.5rem}code,pre{font:.9em ui-monospace,monospace}pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:.4rem}nav ul{list-style:none;padding:0}dd{margin:0 0 .6rem 1.5rem}summary{cursor:pointer;padding:.2rem 0}';

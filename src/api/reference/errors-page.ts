import type { Context } from 'hono';
import { html } from 'hono/html';
import { ERROR_STATUS, type ErrorCode, titleOfError } from '#contract/problems/error-codes.ts';
import type { AppEnv } from '../app-env.ts';
import { ERROR_EXAMPLES } from './error-examples.ts';
import { STYLESHEET } from './page.ts';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** `GET /docs/errors`: every error of the contract, at the address that its `type` names. */
export function readErrors(c: Context<AppEnv>): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>Errors</title>
          <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="${STYLESHEET}" />
        </head>
        <body>
          <main>
            <h1>Errors</h1>
            <p>
              Programs read <code>code</code>, people read <code>message</code>. Each error has an example
              below. <a href="/docs">All operations</a>
            </p>
            ${CODES.map(
              (code) =>
                html`<h2 id="${code}">${titleOfError(code)}</h2>
                  <p><code>${ERROR_STATUS[code]} ${code}</code></p>
                  <p>${ERROR_EXAMPLES[code].message}</p>`,
            )}
          </main>
        </body>
      </html>`,
    200,
    { 'Content-Security-Policy': POLICY },
  );
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

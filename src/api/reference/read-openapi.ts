import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { createOpenApiDocument, type OpenApiDocument } from './document.ts';

let document: OpenApiDocument | null = null;

/** `GET /openapi.json`: the contract for programs. Made once in an isolate, when somebody first asks. */
export function readOpenApi(c: Context<AppEnv>): Response {
  document ??= createOpenApiDocument();
  return c.json(document);
}

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { createApp, type App, type AppOptions } from '#api/app.ts';
import { checkAgainstContract } from './contract/check-response.ts';
import { watchRefusal } from './refusals.ts';
import { seedAccount } from '../data/seed.ts';

/** One account's view of the API, through its public door: requests in, responses out. */
export interface ApiClient {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  /** The JSON of a response; fails the test if the API refuses. */
  json<T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T>;
}

interface RequestOptions {
  readonly headers?: Record<string, string>;
  /** Bindings that differ for this request, so that a test can take away part of the platform. */
  readonly env?: Partial<ApiEnv>;
}

export async function createClient(
  options: Parameters<typeof seedAccount>[1] & { app?: App; appOptions?: AppOptions } = {},
): Promise<ApiClient> {
  const { accountId, keyId, apiKey } = await seedAccount(env.DB, options);
  const app = options.app ?? createApp(options.appOptions);
  const request: ApiClient['request'] = (method, path, body, requestOptions = {}) =>
    send(
      app,
      new Request(`https://api.example.com${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...requestOptions.headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
      }),
      requestOptions.env,
    );
  return { accountId, keyId, apiKey, ...withJson(request) };
}

/** A way to send requests, and one that reads the JSON of those that must succeed. */
export function withJson(request: ApiClient['request']): Pick<ApiClient, 'request' | 'json'> {
  const json = async <T>(...sent: Parameters<ApiClient['request']>) => {
    const response = await request(...sent);
    expect(response.status, `${sent[0]} ${sent[1]}: ${await response.clone().text()}`).toBe(200);
    return response.json<T>();
  };
  return { request, json };
}

/** Sends a request to an app, waits for its work after the response, and checks the response against the OpenAPI document. */
export async function send(app: App, request: Request, bindings: Partial<ApiEnv> = {}): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await app.fetch(request, { ...env, ...bindings }, ctx);
  await waitOnExecutionContext(ctx);
  await checkAgainstContract(request, response);
  return watchRefusal(request, response);
}

/** Asserts the error body of the interface and returns it. */
export async function readError(
  refused: Response | Promise<Response>,
  status = 400,
  code = 'invalid_request',
) {
  const response = await refused;
  const body = await response.json<{
    code: string;
    message: string;
    request_id: string;
    errors?: { field: string; code: string; message: string }[];
  }>();
  expect({ status: response.status, code: body.code }, body.message).toEqual({ status, code });
  expect(body.message).not.toBe('');
  expect(body.request_id).toBe(response.headers.get('X-Request-Id'));
  return body;
}

export interface CodeResource {
  id: string;
  type: string;
  target: string;
  dynamic: boolean;
  short_url: string;
  image_url: string;
  svg_url: string;
  scans: number;
  created_at: string;
}

/** Creates a code and returns its resource; fails the test if the API refuses. */
export async function create(client: ApiClient, body: Record<string, unknown>): Promise<CodeResource> {
  return client.json<CodeResource>('POST', '/v1/qr', { target: 'https://example.com/menu', ...body });
}

/** What the Workers of an installation get that has neither R2 nor a domain: no bucket is bound, and the API Worker hands out the pictures. */
export const WITHOUT_R2 = {
  IMAGES: undefined,
  FILES: undefined,
  CDN_URL: 'https://api.example.com/images',
} as unknown as Partial<ApiEnv>;

import type { Account, UploadedFile } from '../account.ts';

/** A request that reached its account, with the values from its path. */
export interface ApiRequest {
  readonly account: Account;
  /** The values of the `:name` parts of the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly contentType: string;
  readonly token: string;
}

/** A handler returns the `result` of Cloudflare's envelope, throws an `ApiFailure`, or returns a whole `Response`. */
export type Handler = (request: ApiRequest) => unknown;

/** Handlers by `METHOD /path/with/:names`. */
export type Routes = Readonly<Record<string, Handler>>;

/** A refusal in Cloudflare's form: an HTTP status, an error code, a message. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function readJson(request: ApiRequest): Record<string, unknown> {
  return JSON.parse(request.body.toString('utf8') || '{}') as Record<string, unknown>;
}

/** The parts of a form, texts too, by their names. */
export async function readForm({ body, contentType }: ApiRequest): Promise<Map<string, UploadedFile>> {
  const headers = { 'Content-Type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const parts = [...form].map(async ([name, part]): Promise<[string, UploadedFile]> => {
    const isText = typeof part === 'string';
    return [
      name,
      {
        body: Buffer.from(isText ? part : await part.arrayBuffer()),
        type: isText ? 'text/plain' : part.type,
      },
    ];
  });
  return new Map(await Promise.all(parts));
}

export function param(request: ApiRequest, name: string): string {
  return request.params[name] ?? '';
}

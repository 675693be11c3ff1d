import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer that is an error, as a page for people. */
export class PageError extends Error {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    title: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'PageError';
    this.status = status;
    this.title = title;
    this.headers = headers;
  }
}

/** Also for what is there, but belongs to another account: nobody learns the difference. */
export function pageNotFound(): PageError {
  return new PageError(
    404,
    'Not found',
    'There is nothing here: the address may be mistyped, or what it showed was deleted.',
  );
}

export function forbidden(message: string): PageError {
  return new PageError(403, 'Not allowed', message);
}

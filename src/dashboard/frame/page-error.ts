import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface PageLink {
  readonly href: string;
  readonly label: string;
}

/** An error response, as a page for people. */
export class PageError extends Error {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where to go on; to the codes where it is absent. */
  readonly link: PageLink | undefined;

  constructor(
    status: ContentfulStatusCode,
    title: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    link?: PageLink,
  ) {
    super(message);
    this.name = 'PageError';
    this.status = status;
    this.title = title;
    this.headers = headers;
    this.link = link;
  }
}

/** The same page where something does not exist and where it belongs to another account. */
export function pageNotFound(): PageError {
  return new PageError(
    404,
    'Not found',
    'This page does not exist. Check the address; what it showed may have been deleted.',
  );
}

export function forbidden(message: string): PageError {
  return new PageError(403, 'Not allowed', message);
}

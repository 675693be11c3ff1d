import { say } from '#languages/say.ts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Database } from '#storage/database.ts';
import type { DashboardContext } from './dashboard-env.ts';

interface PageLink {
  readonly href: string;
  readonly label: string;
}

/** An error response, as a page for people. */
export class PageError extends Error {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The page to continue with; by default, the codes. */
  readonly link: PageLink | undefined;

  constructor(
    status: ContentfulStatusCode,
    title: string,
    message: string,
    link?: PageLink,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'PageError';
    this.status = status;
    this.title = title;
    this.headers = headers;
    this.link = link;
  }
}

/** The same page for something that does not exist and for something of another account. */
export function pageNotFound(): PageError {
  return new PageError(
    404,
    say('Not found'),
    say('This page does not exist. Check the address. The content may have been deleted.'),
  );
}

/** What was looked for, which must exist: otherwise throws that page. */
export function found<Thing>(thing: Thing | null | undefined): Thing {
  if (thing === null || thing === undefined) throw pageNotFound();
  return thing;
}

/** What the `id` of the path names among what is the account's. Throws a 404 if there is no such thing. */
export async function findOwn<Thing>(
  c: DashboardContext,
  find: (db: Database, accountId: string, id: string) => Promise<Thing | null>,
): Promise<Thing> {
  return found(await find(c.get('deps').db, c.get('person').account.id, c.req.param('id') ?? ''));
}

/** While a binding does not respond. */
export function notAvailable(): PageError {
  return new PageError(
    503,
    say('Not available right now'),
    say('Part of the service is not responding. Printed codes still work. Please try again in a moment.'),
  );
}

/** What was sent is not what a form of the dashboard sends. */
export function notAForm(message: string, status: 400 | 415 = 415): PageError {
  return new PageError(status, say('Not a form'), message);
}

export function forbidden(message: string): PageError {
  return new PageError(403, say('Not allowed'), message);
}

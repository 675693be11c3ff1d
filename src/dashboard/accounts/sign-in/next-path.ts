import { CONNECT_PATH } from '#core/accounts/connected-app.ts';

/** A sign-in may lead only to these pages: pages for people, never another site. */
const PLACES = /^\/(?:overview|codes|settings|connect)(?:\/|$)/;

export const USUAL_PLACE = '/overview';

/** What the people of a deleted account see in place of every page. */
export const DELETED_PATH = '/sign-in/deleted';

/**
 * The path that a sign-in leads to, from the `next` parameter of the sign-in page. An attacker can write that parameter, for example as
 * `//evil.example`, `/\evil.example` or `/codes/..//evil.example`, so it is checked as a browser would read it.
 */
export function toNextPath(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return USUAL_PLACE;
  const url = new URL(next, origin);
  return url.origin === origin && PLACES.test(url.pathname) ? url.pathname + url.search : USUAL_PLACE;
}

/** The sign-in page that leads to `url` afterwards. */
export function toSignInPath(url: URL): string {
  const next = url.pathname + url.search;
  return next === USUAL_PLACE ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** The sign-in page for a signed-in person who has to sign in again. It leads back to the settings page that `path` belongs to, or to the question of an app. */
export function toSignInAgainPath(path: string): string {
  const page = leadsToApp(path) ? path : path.split('/').slice(0, 3).join('/');
  return `/sign-in?again=1&next=${encodeURIComponent(page)}`;
}

/** The cookie with the question of an app, to which a sign-in by link leads back. */
export const QUESTION_COOKIE = 'question';

/** Whether a path of this site is the question whether to connect an app. */
export function leadsToApp(path: string): boolean {
  return path === CONNECT_PATH || path.startsWith(`${CONNECT_PATH}?`);
}

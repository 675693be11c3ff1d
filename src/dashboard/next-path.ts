/** What may be opened by whoever has just signed in: pages for people, never another site. */
const PLACES = /^\/(?:codes|settings)(?:\/|$)/;

const USUAL_PLACE = '/codes';

/**
 * Where to go on after signing in: the `next` of the sign-in page. It comes from an address that anybody may have written, so that
 * `//evil.example`, `/\evil.example` and `/codes/..//evil.example` are such, too: what counts is how a browser would read it.
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

/** Common clients fail on a longer `Location` header. */
const LONGEST_LOCATION = 8192;

/** A piece of a query: no white space, no control character, no fragment. */
const SAFE_QUERY = /^[\x21-\x22\x24-\x7E]*$/;

/**
 * The target with the short link's query appended. A parameter that the target already names keeps its owner's value. If the result would
 * be too long for some browsers, the target stays unchanged.
 */
export function forwardQuery(target: string, query: string): string {
  if (query === '' || !SAFE_QUERY.test(query)) return target;
  const hash = target.indexOf('#');
  const base = hash === -1 ? target : target.slice(0, hash);
  const start = base.indexOf('?');
  const own = new Set(new URLSearchParams(start === -1 ? '' : base.slice(start)).keys());
  const added = query
    .split('&')
    .filter((piece) => piece !== '' && (own.size === 0 || !own.has(nameOf(piece))));
  if (added.length === 0) return target;
  const joint = start === -1 ? '?' : /[?&]$/.test(base) ? '' : '&';
  const forwarded = base + joint + added.join('&') + target.slice(base.length);
  return forwarded.length > LONGEST_LOCATION ? target : forwarded;
}

function nameOf(piece: string): string {
  return new URLSearchParams(piece).keys().next().value ?? '';
}

/**
 * A year (RFC 6797), for this host only: the domain's other hosts are not ours. Browsers ignore it over plain http, as in local
 * development.
 */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Redirects without a body are sent many times: docs/decisions/redirect.md. */
const known = new WeakMap<Response, Response>();

/** The response for a host of an account. The operator cannot promise https for it: its owner may need plain http after they leave. */
export function withoutHsts(response: Response): Response {
  const made = known.get(response);
  if (made) return made;
  const bare = new Response(response.body, response);
  bare.headers.delete('Strict-Transport-Security');
  if (response.body === null) known.set(response, bare);
  return bare;
}

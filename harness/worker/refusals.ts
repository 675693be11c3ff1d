import { afterEach } from 'vitest';

/**
 * A test prepares what it needs through the public door. Where such a request is refused and nobody looks, the test proves something else
 * than it says, or fails far behind the cause: so each response that refuses must have its status looked at.
 */
const unseen = new Map<Response, string>();

/** Watches a response until somebody looks at its status. */
export function watchRefusal(request: Request, response: Response): Response {
  const { status, ok } = response;
  if (ok || status < 400) return response;
  unseen.set(response, `${request.method} ${new URL(request.url).pathname} was answered with ${status}`);
  const look = <T>(value: T) => ({
    get: () => {
      unseen.delete(response);
      return value;
    },
  });
  return Object.defineProperties(response, { status: look(status), ok: look(ok) });
}

afterEach(() => {
  const refused = [...unseen.values()];
  unseen.clear();
  if (refused.length > 0) throw new Error(`nobody looked at the status: ${refused.join('; ')}`);
});

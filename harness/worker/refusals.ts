/**
 * A test prepares what it needs through the public door. Where such a request is refused and nobody looks, the test proves something else
 * than it says, or fails far behind the cause: so somebody must look at the status of each response of the API that refuses, and at the
 * status or the text of each such page.
 */
const unseen = new Map<Response, string>();

/** Watches a response until somebody looks at one of these. */
export function watchRefusal(
  request: Request,
  response: Response,
  looks: readonly ('status' | 'ok' | 'text' | 'json')[] = ['status', 'ok'],
): Response {
  if (response.status < 400) return response;
  unseen.set(
    response,
    `${request.method} ${new URL(request.url).pathname} was answered with ${response.status}`,
  );
  for (const look of looks) {
    const seen = response[look];
    const value = typeof seen === 'function' ? seen.bind(response) : seen;
    const get = () => {
      unseen.delete(response);
      return value;
    };
    Object.defineProperty(response, look, { get });
  }
  return response;
}

/** Throws if nobody looked at a refusal since the last call. */
export function requireSeen(): void {
  const refused = [...unseen.values()];
  unseen.clear();
  if (refused.length > 0) throw new Error(`nobody looked at the status: ${refused.join('; ')}`);
}

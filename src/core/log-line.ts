/** One structured log line, as JSON. Never put a secret, a target, an IP address or a user agent into `fields`. */
export function formatLogLine(event: string, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ event, ...fields });
}

/**
 * The loggable part of a failure: name and message of its root cause, cut to a length that cannot flood the log. It uses the root because
 * the outer errors are ours or the query builder's, and the latter's repeat the query's parameters.
 */
export function describeError(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  return (root instanceof Error ? `${root.name}: ${root.message}` : String(root)).slice(0, 500);
}

/** One structured log line, as JSON. Never put a secret, a target, an IP address or a user agent into `fields`. */
export function formatLogLine(event: string, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ event, ...fields });
}

/**
 * The loggable part of a failure: name, message and codes of the last error among its causes, cut to a length that cannot flood the log. It uses the last because
 * the outer errors are ours or the query builder's, and the latter's repeat the query's parameters. A cause that is no error can hold anything.
 */
export function describeError(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return String(root).slice(0, 500);
  const { code, error: refusal } = root as { readonly code?: unknown; readonly error?: unknown };
  const codes = [code, refusal].filter((part) => typeof part === 'string');
  return [`${root.name}: ${root.message}`, ...codes].join(', ').slice(0, 500);
}

import type { PropsWithChildren } from 'hono/jsx';

/** The content of an empty page or list: says what can be done. */
export function Empty({ children }: PropsWithChildren) {
  return <div class="empty">{children}</div>;
}

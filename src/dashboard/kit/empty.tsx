import type { PropsWithChildren } from 'hono/jsx';

/** Stands where there is nothing to show yet, and says what can be done. */
export function Empty({ children }: PropsWithChildren) {
  return <div class="empty">{children}</div>;
}

import type { PropsWithChildren } from 'hono/jsx';
import { Icon } from '../frame/assets/icon.tsx';

/** The content of an empty page or list: says what can be done. */
export function Empty({ children }: PropsWithChildren) {
  return (
    <div class="empty">
      <Icon name="qr-code" size={32} />
      <div>{children}</div>
    </div>
  );
}

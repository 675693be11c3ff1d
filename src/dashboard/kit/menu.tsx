import type { PropsWithChildren } from 'hono/jsx';
import { PostButton } from './buttons.tsx';

/** Actions that a page seldom needs, behind one button: `MenuLink` and `MenuPost`. It opens without JavaScript; a script closes it. */
export function Menu({ label, children }: PropsWithChildren<{ readonly label: string }>) {
  return (
    <details class="menu" data-menu>
      <summary class="button secondary outline">{label}</summary>
      <ul>{children}</ul>
    </details>
  );
}

interface MenuLinkProps {
  readonly href: string;
  /** Whether it leads to something that nobody can undo. */
  readonly isDanger?: boolean;
}

export function MenuLink({ href, isDanger, children }: PropsWithChildren<MenuLinkProps>) {
  return (
    <li>
      <a href={href} class={isDanger ? 'danger' : undefined}>
        {children}
      </a>
    </li>
  );
}

/** Sends known values at once. */
export function MenuPost({
  children,
  ...post
}: PropsWithChildren<Pick<Parameters<typeof PostButton>[0], 'action' | 'fields'>>) {
  return (
    <li>
      <PostButton kind="link" {...post}>
        {children}
      </PostButton>
    </li>
  );
}

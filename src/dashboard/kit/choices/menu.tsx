import type { Child, PropsWithChildren } from 'hono/jsx';
import { PostButton } from '../buttons.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';

interface MenuProps {
  /** What its button says; to screen readers, if `isIcon`. */
  readonly label: Child;
  readonly icon: IconName;
  /** A button of a picture alone, among the cells of a row. */
  readonly isIcon?: boolean;
  /** Other words for it: then the palette offers it on this page. */
  readonly words?: string;
}

/**
 * What a button opens beside it: actions, choices or a small form. It opens without a script; with one, Escape, a click elsewhere and the
 * loss of the focus close it (browser/menus.ts). Browsers keep one open at a time, because all have one name.
 */
export function Menu({ label, icon, isIcon, words, children }: PropsWithChildren<MenuProps>) {
  return (
    <details class={isIcon ? 'menu icon-only' : 'menu'} name="menu">
      <summary data-words={words}>
        <Icon name={icon} size={isIcon ? 20 : 16} />
        <span class={isIcon ? 'visually-hidden' : undefined}>{label}</span>
      </summary>
      <div class="panel">{children}</div>
    </details>
  );
}

/** The links and buttons of a menu, one below the other; each child is a `MenuLink`, a `MenuPost` or an `<li>`. */
export function MenuItems({ label, children }: PropsWithChildren<{ readonly label?: string }>) {
  return (
    <ul class="items" aria-label={label}>
      {children}
    </ul>
  );
}

interface MenuLinkProps {
  readonly href: string;
  /** Whether it leads to something that nobody can undo. */
  readonly isDanger?: boolean;
  /** Other words for it: then the palette offers it on this page. */
  readonly words?: string;
}

export function MenuLink({ href, isDanger, words, children }: PropsWithChildren<MenuLinkProps>) {
  return (
    <li>
      <a href={href} class={isDanger ? 'danger' : undefined} data-words={words}>
        {children}
      </a>
    </li>
  );
}

/** Sends known values at once. */
export function MenuPost({
  children,
  ...post
}: PropsWithChildren<Pick<Parameters<typeof PostButton>[0], 'action' | 'fields' | 'words' | 'id'>>) {
  return (
    <li>
      <PostButton kind="link" {...post}>
        {children}
      </PostButton>
    </li>
  );
}

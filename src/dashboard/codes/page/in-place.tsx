import type { PropsWithChildren } from 'hono/jsx';
import { Icon } from '../../kit/icons/icon.tsx';

interface InPlaceProps {
  readonly id: string;
  readonly label: string;
  /** Other words for it: then the palette offers it on this page. */
  readonly words?: string;
  readonly isQuiet?: boolean;
  /** Only the pencil shows; the label is for screen readers. */
  readonly isIcon?: boolean;
  /** After an error, the page opens at the form. */
  readonly isOpen: boolean;
}

/** A form that opens below its button, without leaving the page. */
export function InPlace({
  id,
  label,
  words,
  isQuiet,
  isIcon,
  isOpen,
  children,
}: PropsWithChildren<InPlaceProps>) {
  return (
    <details id={id} class={isIcon ? 'edit-in-place icon-only' : 'edit-in-place'} open={isOpen}>
      <summary class={isQuiet || isIcon ? 'button secondary outline' : 'button'} data-words={words}>
        <Icon name="pencil" size={16} />
        <span class={isIcon ? 'visually-hidden' : undefined}>{label}</span>
      </summary>
      {children}
    </details>
  );
}

import { type Child, type PropsWithChildren, useContext } from 'hono/jsx';
import { Flash, Said } from './flash.tsx';

interface FoldProps {
  readonly id: string;
  readonly title: string;
  /** One line that says what is inside, so that nobody has to open it to know. */
  readonly summary: Child;
  readonly isOpen: boolean;
  /** Whether it holds what nobody can undo. */
  readonly isDanger?: boolean;
}

/** A card that opens. One that was just saved is open, and says so. */
export function Fold({ id, title, summary, isOpen, isDanger, children }: PropsWithChildren<FoldProps>) {
  const wasSaved = useContext(Said)?.section === id;
  return (
    <details id={id} class={isDanger ? 'fold card danger' : 'fold card'} open={isOpen || wasSaved}>
      <summary>
        <h2>{title}</h2> <span class="muted">{summary}</span>
      </summary>
      <Flash section={id} />
      {children}
    </details>
  );
}

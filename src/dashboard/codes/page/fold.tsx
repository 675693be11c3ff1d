import type { PropsWithChildren } from 'hono/jsx';

interface FoldProps {
  readonly id: string;
  readonly heading: string;
  readonly isOpen?: boolean;
}

/** A card at the side. On a phone, only its heading shows until somebody opens it. */
export function Fold({ id, heading, isOpen = false, children }: PropsWithChildren<FoldProps>) {
  return (
    <section id={id} class="card" aria-labelledby={`${id}-heading`}>
      <details class="fold" data-fold open={isOpen}>
        <summary>
          <h2 id={`${id}-heading`}>{heading}</h2>
        </summary>
        {children}
      </details>
    </section>
  );
}

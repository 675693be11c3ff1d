import type { PropsWithChildren } from 'hono/jsx';

interface SideFoldProps {
  readonly id: string;
  readonly heading: string;
  readonly isOpen?: boolean;
}

/** A card at the side. On a phone, only its heading shows until somebody opens it. */
export function SideFold({ id, heading, isOpen = false, children }: PropsWithChildren<SideFoldProps>) {
  return (
    <section id={id} class="card" aria-labelledby={`${id}-heading`}>
      <details class="side-fold" data-fold open={isOpen}>
        <summary class="apart">
          <h2 id={`${id}-heading`}>{heading}</h2>
        </summary>
        {children}
      </details>
    </section>
  );
}

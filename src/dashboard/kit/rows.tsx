import type { Child, PropsWithChildren } from 'hono/jsx';

/** Things below each other, each with what can be done to it: a `Row` each. */
export function Rows({ children }: PropsWithChildren) {
  return <ul class="rows">{children}</ul>;
}

interface RowProps {
  readonly title: Child;
  /** Tells one row from the others: `you`. */
  readonly mark?: string | null;
  /** What stands behind the title. */
  readonly beside?: Child;
  /** What is known of it, in a quiet line below. */
  readonly about?: Child;
  /** Further lines. */
  readonly more?: Child;
  /** Something that is over is crossed out; something that failed has a mark at its side. */
  readonly state?: 'ended' | 'failed' | undefined;
}

/** `children` are what can be done, at the end of the row. */
export function Row({ title, mark, beside, about, more, state, children }: PropsWithChildren<RowProps>) {
  return (
    <li class={state}>
      <div>
        <strong>{title}</strong> {mark ? <mark>{mark}</mark> : beside}
        {about === undefined ? null : <p class="muted">{about}</p>}
        {more}
      </div>
      {children}
    </li>
  );
}

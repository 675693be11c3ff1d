import type { Child, PropsWithChildren } from 'hono/jsx';

/** A list of things, one `Row` each, with their actions. */
export function Rows({ children }: PropsWithChildren) {
  return <ul class="rows">{children}</ul>;
}

interface RowProps {
  readonly title: Child;
  /** Distinguishes one row from the others: `you`. */
  readonly mark?: string | null;
  /** The text after the title. */
  readonly beside?: Child;
  /** The details, in a quiet line below. */
  readonly about?: Child;
  /** Further lines. */
  readonly more?: Child;
  /** Past things are crossed out; failed ones have a mark at the side. */
  readonly state?: 'ended' | 'failed' | undefined;
}

/** `children` are the actions, at the end of the row. */
export function Row({ title, mark, beside, about, more, state, children }: PropsWithChildren<RowProps>) {
  return (
    <li class={state === undefined ? 'apart' : `apart ${state}`}>
      <div>
        <strong>{title}</strong> {mark ? <mark>{mark}</mark> : beside}
        {about === undefined ? null : <p class="muted">{about}</p>}
        {more}
      </div>
      {children}
    </li>
  );
}

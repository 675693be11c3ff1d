import type { Child } from 'hono/jsx';

interface ConfirmPageProps {
  readonly title: string;
  /** Where the form goes, and where “Cancel” leads. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  /** What the form holds besides its button. */
  readonly fields?: Child;
  /** Says what will happen. */
  readonly children: Child;
}

/** Asks before something happens that nobody can undo. */
export function ConfirmPage({ title, action, back, button, fields, children }: ConfirmPageProps) {
  return (
    <section class="narrow">
      <h1>{title}</h1>
      {children}
      <form method="post" action={action}>
        {fields}
        <div class="choices">
          <button class="danger" type="submit">
            {button}
          </button>
          <a href={back}>Cancel</a>
        </div>
      </form>
    </section>
  );
}

import type { Child } from 'hono/jsx';

interface ConfirmPageProps {
  readonly title: string;
  /** Where the form goes, and where one gets without it. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  /** What happens, for somebody who is not sure yet. */
  readonly children: Child;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmPage({ title, action, back, button, children }: ConfirmPageProps) {
  return (
    <section class="narrow">
      <h1>{title}</h1>
      {children}
      <form class="choices" method="post" action={action}>
        <button class="danger" type="submit">
          {button}
        </button>
        <a href={back}>Cancel</a>
      </form>
    </section>
  );
}

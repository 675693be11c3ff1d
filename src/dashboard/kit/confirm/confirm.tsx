import type { PropsWithChildren } from 'hono/jsx';
import { Button, type ButtonKind, HiddenFields } from '../buttons.tsx';

interface ConfirmProps {
  /** The path that the form is posted to. */
  readonly action: string;
  /** What opens the question: `Delete…`, and its words for screen readers if a page has several. */
  readonly label: string;
  readonly of?: string;
  /** Does it. */
  readonly button: string;
  readonly kind?: Extract<ButtonKind, 'danger' | 'main'>;
  readonly hidden?: Readonly<Record<string, string>>;
}

/** Asks before an action where its button stands: opens what will happen, any fields, and the button that does it. Needs no script. */
export function Confirm(props: PropsWithChildren<ConfirmProps>) {
  const { action, label, of, button, kind = 'danger', hidden = {}, children } = props;
  return (
    <details class="confirm" name="confirm">
      <summary class={kind === 'danger' ? 'danger' : undefined} aria-label={of && `${label} ${of}`}>
        {label}
      </summary>
      <form method="post" action={action}>
        <HiddenFields fields={hidden} />
        {children}
        <Button kind={kind}>{button}</Button>
      </form>
    </details>
  );
}

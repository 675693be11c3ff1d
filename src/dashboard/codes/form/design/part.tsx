import { type Child, type PropsWithChildren, useContext } from 'hono/jsx';
import { Filled } from '../../../kit/field.tsx';

interface PartProps {
  readonly label: string;
  /** The present choice, seen while the part is closed. */
  readonly chosen?: Child;
  /** It is open if one of these has an error or the focus. */
  readonly fields: readonly string[];
}

/** A part of a form that most people leave as it is: closed, one row that says what is chosen. */
export function Part({ label, chosen, fields, children }: PropsWithChildren<PartProps>) {
  const form = useContext(Filled);
  const isOpen = fields.some((name) => form.error(name) !== undefined || form.focused === name);
  return (
    <details class="part" open={isOpen}>
      <summary class="row">
        <span>{label}</span>
        {chosen}
      </summary>
      {children}
    </details>
  );
}

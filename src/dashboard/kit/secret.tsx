import type { Child } from 'hono/jsx';
import { CopyButton } from './copy-button.tsx';

interface SecretProps {
  readonly id: string;
  readonly label: string;
  readonly value: Child;
}

/** A text that is shown only once, with a button that copies it if JavaScript runs. */
export function Secret({ id, label, value }: SecretProps) {
  return (
    <div class="secret">
      <p id={`${id}-label`}>{label}</p>
      <pre tabindex={0} aria-labelledby={`${id}-label`} role="group">
        <code id={id}>{value}</code>
      </pre>
      <CopyButton of={id} />
    </div>
  );
}

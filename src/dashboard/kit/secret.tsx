import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';

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
      <button type="button" class="secondary outline" hidden data-copy={id}>
        {say('Copy')}
      </button>
    </div>
  );
}

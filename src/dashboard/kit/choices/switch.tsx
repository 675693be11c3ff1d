import type { Child } from 'hono/jsx';

interface SwitchProps {
  /** The name of the choice, for screen readers. */
  readonly label: string;
  readonly choices: readonly {
    readonly href: string;
    readonly label: Child;
    readonly isChosen: boolean;
  }[];
}

/** A choice among several views of the same page, each one tap away. */
export function Switch({ label, choices }: SwitchProps) {
  return (
    <nav class="switch" aria-label={label}>
      <ul>
        {choices.map((choice) => (
          <li>
            <a href={choice.href} aria-current={choice.isChosen ? 'true' : undefined}>
              {choice.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { PropsWithChildren } from 'hono/jsx';

interface Column {
  readonly label: string;
  /** Figures stand at the right, below each other. */
  readonly isNumber?: boolean;
  /** Where everybody who sees the column knows what it is. */
  readonly isUnseen?: boolean;
  readonly isCurrent?: boolean;
}

/** A table as wide as the eye follows; `children` are its rows. */
export function Table({ columns, children }: PropsWithChildren<{ readonly columns: readonly Column[] }>) {
  return (
    <table class="plain">
      <thead>
        <tr>
          {columns.map(({ label, isNumber, isUnseen, isCurrent }) => (
            <th
              scope="col"
              class={isNumber ? 'number' : undefined}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {isUnseen ? <span class="visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

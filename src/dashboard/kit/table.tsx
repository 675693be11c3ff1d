import type { PropsWithChildren } from 'hono/jsx';

interface Column {
  readonly label: string;
  /** Figures are aligned at the right. */
  readonly isNumber?: boolean;
  /** For a column that is clear without a visible name. */
  readonly isUnseen?: boolean;
  readonly isCurrent?: boolean;
}

/** A table no wider than the eye can follow; `children` are its rows. */
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

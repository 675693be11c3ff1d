import type { Child, PropsWithChildren } from 'hono/jsx';
import { say } from '#languages/say.ts';
import { formatCount } from './format-count.ts';

/** A few large figures side by side, one `Figure` each. `live` is their name if a live page renews them. */
export function Figures({ live, children }: PropsWithChildren<{ readonly live?: string }>) {
  return (
    <dl class="figures" data-live={live}>
      {children}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  /** Null if unknown. */
  readonly value: Child;
  readonly isEstimated?: boolean;
  /** Beside the figure. */
  readonly change?: Child;
  /** In small print below the figure. */
  readonly note?: Child;
  /** A picture of the figure, which says nothing more. */
  readonly picture?: Child;
}

export function Figure({ label, value, isEstimated, change, note, picture }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {typeof value === 'number' ? formatCount(value) : (value ?? '–')}
        {isEstimated ? <small> {say('estimated')}</small> : null}
      </dd>
      {change ? <dd class="change">{change}</dd> : null}
      {note ? <dd class="note fine">{note}</dd> : null}
      {picture ? (
        <dd class="picture" aria-hidden="true">
          {picture}
        </dd>
      ) : null}
    </div>
  );
}

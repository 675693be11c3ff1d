import type { Child, PropsWithChildren } from 'hono/jsx';
import { say } from '#languages/say.ts';
import { formatCount } from '../frame/format-count.ts';

/** A few large figures side by side, one `Figure` each. `part` is its name if a live page updates it. */
export function Figures({ part, children }: PropsWithChildren<{ readonly part?: string }>) {
  return (
    <dl class="figures" data-part={part}>
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
      {note ? <dd class="note">{note}</dd> : null}
      {picture ? (
        <dd class="picture" aria-hidden="true">
          {picture}
        </dd>
      ) : null}
    </div>
  );
}

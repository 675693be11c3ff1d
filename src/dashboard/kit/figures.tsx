import { formatCount } from '../frame/format-count.ts';

/** A few large figures beside each other, by their names. */
export function Figures({
  figures,
}: {
  readonly figures: readonly (readonly [label: string, value: number])[];
}) {
  return (
    <dl class="figures">
      {figures.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Percentages, side by side. The numbers beside it say the same, so the bar is hidden from screen readers. */
export function ShareBar({ shares }: { readonly shares: readonly number[] }) {
  const starts = shares.map((_, i) => shares.slice(0, i).reduce((sum, share) => sum + share, 0));
  return (
    <svg class="share-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {shares.map((share, i) => (
        <rect x={starts[i]} y="0" width={share} height="4" fill={paintOf(i)} />
      ))}
    </svg>
  );
}

/** The colour of a share, beside its name. */
export function ShareKey({ i }: { readonly i: number }) {
  return (
    <>
      <svg width="12" height="12" aria-hidden="true">
        <rect width="12" height="12" rx="2" fill={paintOf(i)} />
      </svg>{' '}
    </>
  );
}

const COLOURS = 5;

function paintOf(i: number): string {
  return `var(--chart-${(i % COLOURS) + 1})`;
}

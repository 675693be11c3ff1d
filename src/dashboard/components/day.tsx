const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The UTC day of a moment: `21 Nov 2026`. */
export function Day({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString()}>{DAY.format(timeMs)}</time>;
}

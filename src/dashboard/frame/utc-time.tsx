const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
const MINUTE_FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** `21 Nov 2026`, by UTC. */
export function Day({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString().slice(0, 10)}>{DAY_FORMAT.format(timeMs)}</time>;
}

/** `21 Nov 2026, 14:05 UTC` */
export function Minute({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString()}>{MINUTE_FORMAT.format(timeMs)} UTC</time>;
}

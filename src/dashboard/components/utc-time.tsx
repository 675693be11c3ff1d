const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A moment, to the minute, in UTC. */
export function UtcTime({ atMs }: { readonly atMs: number }) {
  return <time datetime={new Date(atMs).toISOString()}>{`${FORMAT.format(atMs)} UTC`}</time>;
}

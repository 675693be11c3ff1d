/** Pauses or resumes a code; `next` is the page to come back to, the code's own where it is absent. */
export function PauseButton({
  path,
  isPaused,
  next,
  name,
}: {
  readonly path: string;
  readonly isPaused: boolean;
  readonly next?: 'list';
  /** Of the code, for screen readers, where several buttons stand on a page. */
  readonly name?: string;
}) {
  return (
    <form method="post" action={`${path}/control/pause`} class="inline">
      <input type="hidden" name="paused" value={isPaused ? '' : 'on'} />
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      <button type="submit" class="secondary outline">
        {isPaused ? 'Resume' : 'Pause'}
        {name === undefined ? null : <span class="visually-hidden"> {name}</span>}
      </button>
    </form>
  );
}

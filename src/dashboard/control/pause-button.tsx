import { PostButton } from '../kit/buttons.tsx';

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
    <PostButton
      kind="quiet"
      action={`${path}/control/pause`}
      fields={{ paused: isPaused ? '' : 'on', ...(next && { next }) }}
      isInline
    >
      {isPaused ? 'Resume' : 'Pause'}
      {name === undefined ? null : <span class="visually-hidden"> {name}</span>}
    </PostButton>
  );
}

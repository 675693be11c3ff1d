import { say } from '#languages/say.ts';
import { PostButton } from '../kit/buttons.tsx';

/** Pauses or resumes a code; `next` is the page to return to, by default the code's own. */
export function PauseButton({
  path,
  isPaused,
  next,
  name,
}: {
  readonly path: string;
  readonly isPaused: boolean;
  readonly next?: 'list';
  /** The name of the code, for screen readers, if several buttons are on a page. */
  readonly name?: string;
}) {
  return (
    <PostButton
      kind="quiet"
      action={`${path}/control/pause`}
      fields={{ paused: isPaused ? '' : 'on', ...(next && { next }) }}
      isInline
    >
      {isPaused ? say('Resume') : say('Pause')}
      {name === undefined ? null : <span class="visually-hidden"> {name}</span>}
    </PostButton>
  );
}

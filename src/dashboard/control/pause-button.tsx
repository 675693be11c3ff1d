import { say } from '#languages/say.ts';
import { PostButton } from '../kit/buttons.tsx';

interface PauseButtonProps {
  /** Of the code's own page. */
  readonly path: string;
  readonly isPaused: boolean;
}

/** Pauses or resumes a code. */
export function PauseButton({ path, isPaused }: PauseButtonProps) {
  return (
    <PostButton
      kind="quiet"
      action={`${path}/control/pause`}
      fields={{ paused: isPaused ? '' : 'on' }}
      isInline
    >
      {isPaused ? say('Resume') : say('Pause')}
    </PostButton>
  );
}

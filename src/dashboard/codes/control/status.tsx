import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { say } from '#languages/say.ts';
import { PostButton } from '../../kit/buttons.tsx';
import { STATUS_NAMES } from './words.ts';

/** What a scan of a code would meet now. */
export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{say(STATUS_NAMES[status])}</span>;
}

interface PauseButtonProps {
  /** The path of the code's own page. */
  readonly path: string;
  readonly isPaused: boolean;
}

/** Pauses or resumes a code. */
export function PauseButton({ path, isPaused }: PauseButtonProps) {
  return (
    <PostButton
      kind="second"
      action={`${path}/control/pause`}
      fields={{ paused: isPaused ? '' : 'on' }}
      isInline
      words={
        isPaused ? say('continue, start, activate, this code') : say('stop, switch off, disable, this code')
      }
    >
      {isPaused ? say('Resume') : say('Pause')}
    </PostButton>
  );
}

import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';

interface CopyButtonProps {
  /** The id of the element with the text. */
  readonly of: string;
  /** What it copies, for screen readers, if the button alone does not say it. */
  readonly what?: Child;
}

/** Copies a text of the page, if JavaScript runs. */
export function CopyButton({ of, what }: CopyButtonProps) {
  return (
    <button
      type="button"
      class="secondary outline"
      hidden
      data-copy={of}
      data-copied={say('Copied')}
      data-not-copied={say('Copy failed: select the text')}
    >
      {what ?? say('Copy')}
    </button>
  );
}

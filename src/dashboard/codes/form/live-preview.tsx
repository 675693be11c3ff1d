import { say } from '#languages/say.ts';
import type { PropsWithChildren } from 'hono/jsx';

/** Where the script shows the preview during typing, or what it cannot do. */
export function LivePreview({ children }: PropsWithChildren) {
  return (
    <div id="preview" aria-live="polite" data-failed={say('The preview cannot be drawn right now.')}>
      {children}
    </div>
  );
}

import { say } from '#languages/say.ts';
import type { Question } from '../question.ts';
import { describeView } from '../view.ts';

/** What a link shows, in words. */
export function ViewParts({ view }: { readonly view: Question }) {
  return (
    <ul class="chips view-parts cluster" aria-label={say('What the link shows')}>
      {describeView(view).map((part) => (
        <li dir="auto">{part}</li>
      ))}
    </ul>
  );
}

import { say } from '#languages/say.ts';
import { createContext, useContext } from 'hono/jsx';
import { PostButton } from './buttons.tsx';
import { Notice } from './notice.tsx';

/** The message of a page about what was just done. `frame/flash/flash.ts` carries it here. */
export interface Saying {
  readonly message: string;
  /** The id of the section that shows it; empty for the head of the page. */
  readonly section: string;
  /** Whether it goes away by itself. */
  readonly isToast: boolean;
  readonly undo: { readonly undo: string; readonly back: string } | null;
}

/** The message for the page. `renderPage` sets it. */
export const Said = createContext<Saying | null>(null);

/** Below the head of a page or of a section: the message about what was done there. With JavaScript, most are at the bottom of the window. */
export function Flash({ section = '' }: { readonly section?: string }) {
  const said = useContext(Said);
  if (said?.section !== section) return null;
  const notice = (
    <Notice kind="done">
      {said.message}
      {said.undo === null ? null : (
        <>
          {' '}
          <PostButton kind="link" action="/codes/undo" fields={said.undo} isInline>
            {say('Undo')}
          </PostButton>
        </>
      )}
    </Notice>
  );
  if (!said.isToast) return notice;
  return (
    <div class="toast">
      {notice}
      <button type="button" class="link" hidden>
        {say('Close')}
      </button>
    </div>
  );
}

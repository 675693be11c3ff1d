import { say } from '#languages/say.ts';
import { Notice } from '../../kit/notice.tsx';

/** Offers what somebody typed and did not send. A template, because only the script keeps drafts: browser/forms/draft.ts. */
export function DraftOffer() {
  return (
    <template id="draft-offer">
      <Notice role="status">
        <p>{say('You have an unfinished code.')}</p>
        <div class="button-row">
          <button type="button" class="outline" data-draft-action="continue">
            {say('Continue your draft')}
          </button>
          <button type="button" class="link" data-draft-action="discard">
            {say('Discard')}
          </button>
        </div>
      </Notice>
    </template>
  );
}

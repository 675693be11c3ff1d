import { Button, type ButtonKind } from '../../kit/buttons.tsx';
import { type CodeListQuery, formatParameters } from '../list/list-query.ts';
import type { SelectionAction } from './actions.ts';

/** The form that the boxes of the list belong to. */
export const SELECTION_FORM = 'selection';

/**
 * The actions for the ticked codes. The bar appears above the end of the window while a box is ticked, and moves nothing: the stylesheet
 * does that, so that it works without a script.
 */
export function SelectionBar({ query }: { readonly query: CodeListQuery }) {
  const { parameters, filter } = query;
  const address = formatParameters(parameters);
  return (
    <form id={SELECTION_FORM} class="selection" method="post" action="/codes/selection">
      <input type="hidden" name="query" value={address} />
      <p>
        <strong role="status" data-selected>
          Selected codes
        </strong>
        <label>
          <input type="checkbox" name="all" value="on" /> All that match
          <span class="wide">, on every page</span>
        </label>
      </p>
      <div class="actions">
        <p class="with-tags">
          <input
            name="tags"
            aria-label="Tags to add or remove"
            placeholder="Tag"
            list="known-tags"
            data-tags
            autocomplete="off"
          />
          <Action action="tag" label="Add tag" />
          <Action action="untag" label="Remove tag" />
        </p>
        <p>
          <Action action="pause" label="Pause" />
          <Action action="resume" label="Resume" />
          {filter.isArchived === true ? null : <Action action="archive" label="Archive" />}
          {filter.isArchived === false ? null : <Action action="unarchive" label="Unarchive" />}
          <Action action="download" label="Download" />
          <Action kind="danger" action="delete" label="Delete…" />
        </p>
      </div>
    </form>
  );
}

function Action({
  action,
  label,
  kind = 'quiet',
}: {
  readonly action: SelectionAction | 'download';
  readonly label: string;
  readonly kind?: ButtonKind;
}) {
  return (
    <Button kind={kind} name="action" value={action}>
      {label}
    </Button>
  );
}

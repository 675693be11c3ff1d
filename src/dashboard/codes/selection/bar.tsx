import type { Total } from '#service/lists/list-length.ts';
import type { ListPage } from '#service/lists/list-page.ts';
import { formatTotal } from '../../frame/format-count.ts';
import { Button, type ButtonKind } from '../../kit/buttons.tsx';
import { type CodeListQuery, formatParameters } from '../list/list-query.ts';
import type { SelectionAction } from './actions.ts';

/** The form that the boxes of the list belong to. */
export const SELECTION_FORM = 'selection';

interface SelectionBarProps {
  readonly query: CodeListQuery;
  readonly page: ListPage;
  /** The codes in the list; null if unknown. */
  readonly total: Total | null;
}

/**
 * The actions for the ticked codes. The bar appears above the end of the window while a box is ticked, and moves nothing: the stylesheet
 * does that, so that it works without a script.
 */
export function SelectionBar({ query, page, total }: SelectionBarProps) {
  const { parameters, filter, isFiltered } = query;
  const isWholeList = query.cursor === null && page.nextCursor === null;
  const count = total === null || total.codes < page.codes.length ? null : formatTotal(total);
  const address = formatParameters(parameters);
  return (
    <form id={SELECTION_FORM} class="selection" method="post" action="/codes/selection">
      <input type="hidden" name="query" value={address} />
      <p>
        <strong role="status" data-selected={count ?? 'all'}>
          Selected codes
        </strong>
        {isWholeList ? null : (
          <label>
            <input type="checkbox" name="all" value="on" /> Select all{count === null ? null : ` ${count}`}
            {isFiltered ? <span class="wide"> that match</span> : null}
          </label>
        )}
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

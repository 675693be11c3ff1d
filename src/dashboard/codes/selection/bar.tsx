import { say } from '#languages/say.ts';
import type { Total } from '#service/lists/list-length.ts';
import type { ListPage } from '#service/lists/list-page.ts';
import { formatTotal } from '../../kit/format-count.ts';
import { Button, type ButtonKind, HiddenFields } from '../../kit/buttons.tsx';
import { type CodeListQuery, formatParameters, listPageParameters } from '../list/list-query.ts';
import type { SelectionAction } from './actions.ts';

/** The form that the boxes of the list belong to. */
export const SELECTION_FORM = 'selection';

interface SelectionBarProps {
  readonly query: CodeListQuery;
  readonly page: ListPage;
  /** The codes in the list; null if unknown. */
  readonly length: Total | null;
}

/**
 * The actions for the ticked codes. The bar appears above the end of the window while a box is ticked, and moves nothing: the stylesheet
 * does that, so that it works without a script.
 */
export function SelectionBar({ query, page, length }: SelectionBarProps) {
  const { filter, isFiltered } = query;
  const isWholeList = query.cursor === null && page.nextCursor === null;
  const total = length === null || length.codes < page.codes.length ? null : formatTotal(length);
  return (
    <form id={SELECTION_FORM} class="selection cluster" method="post" action="/codes/selection">
      <HiddenFields fields={{ query: formatParameters(listPageParameters(query)) }} />
      <p class="cluster flush">
        <strong role="status" {...sayNumbers(total)}>
          {say('Selected codes')}
        </strong>
        {isWholeList ? null : (
          <label>
            <input type="checkbox" name="all" value="on" /> {sayAll(total, isFiltered)}
          </label>
        )}
      </p>
      <div class="actions cluster">
        <p class="with-tags cluster flush">
          <input
            name="tags"
            aria-label={say('Tags to add or remove')}
            placeholder={say('Tag')}
            list="known-tags"
            data-tags
            autocomplete="off"
          />
          <Action action="tag" label={say('Add tag')} />
          <Action action="untag" label={say('Remove tag')} />
        </p>
        <p class="cluster flush">
          <Action action="pause" label={say('Pause')} />
          <Action action="resume" label={say('Resume')} />
          {filter.isArchived === true ? null : <Action action="archive" label={say('Archive')} />}
          {filter.isArchived === false ? null : <Action action="unarchive" label={say('Unarchive')} />}
          <Action action="download" label={say('Download')} />
          <Action kind="danger" action="delete" label={say('Delete…')} />
        </p>
      </div>
    </form>
  );
}

/** What the script says about the ticked boxes; it puts their number in the place of `{count}`. */
function sayNumbers(total: string | null) {
  const count = '{count}';
  return {
    'data-selected':
      total === null
        ? say('{count} selected', { count })
        : say('{count} of {total} selected', { count, total }),
    'data-all-selected': total === null ? say('All selected') : say('All {total} selected', { total }),
  };
}

function sayAll(total: string | null, isFiltered: boolean): string {
  if (total === null) return isFiltered ? say('Select all that match') : say('Select all');
  return isFiltered ? say('Select all {total} that match', { total }) : say('Select all {total}', { total });
}

function Action({
  action,
  label,
  kind = 'second',
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

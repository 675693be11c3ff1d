import { formatCursor } from '#core/lists/cursor.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { say } from '#languages/say.ts';
import { Button, HiddenFields } from '../../kit/buttons.tsx';
import { ConfirmPage } from '../../kit/confirm/confirm-page.tsx';
import { Field } from '../../kit/field.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { formatParameters, listPageParameters, toListPath } from '../list/list-query.ts';
import { writeTags } from '../tags/read-tags.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import { sayAction } from './actions.ts';
import type { Selection } from './read-selection.ts';
import { formatUndo, MAX_UNDONE } from './undo.ts';

interface SelectionPageProps {
  readonly form: Form;
  readonly selection: Selection;
  readonly count: number;
}

/** Asks before many codes are changed or any is deleted, with their number. */
export function ConfirmSelectionPage({
  form,
  selection,
  count,
  beforeMs,
}: SelectionPageProps & { readonly beforeMs: number }) {
  const { action } = selection;
  const isDeletion = action === 'delete';
  const what = sayAction(action, count);
  return (
    <ConfirmPage
      title={what}
      action="/codes/selection/run"
      back={toListPath(selection.query.parameters)}
      button={what}
      isFinal={isDeletion}
      form={form}
      fields={
        <>
          <HiddenFields fields={toFields(selection, count, beforeMs)} />
          {isDeletion ? (
            <Field
              name="confirmation"
              label={say('Type {count} to confirm', { count: String(count) })}
              hint={say('The number of codes.')}
              attributes={{ autocomplete: 'off', inputmode: 'numeric', required: true }}
            />
          ) : null}
        </>
      }
    >
      {selection.codeIds === null ? (
        <p>{say('These are all codes that match, including those on other pages.')}</p>
      ) : null}
      {!isDeletion && count > MAX_UNDONE ? (
        <p>
          {say('A change of more than {most, number} codes cannot be undone with one click.', {
            most: MAX_UNDONE,
          })}
        </p>
      ) : null}
      <Tags selection={selection} />
      {isDeletion ? (
        <ul>
          <li>
            {say('People who scan a printed copy of a dynamic code see a page that says the code is gone.')}
          </li>
          <li>
            {say('Printed copies of static codes still work, because the symbol itself holds the content.')}
          </li>
          <li>{say('This cannot be undone. No other code will ever get their ids.')}</li>
        </ul>
      ) : null}
    </ConfirmPage>
  );
}

/** The number of codes counted so far, if more match than one request can count. A script presses the button. */
export function CountingPage({
  selection,
  count,
  beforeMs,
}: SelectionPageProps & { readonly beforeMs: number }) {
  return (
    <NarrowPage title={say('{count, plural, one {# code so far} other {# codes so far}}', { count })}>
      <progress aria-label={say('Matching codes are being counted')} />
      <p role="status">{say('All matching codes are counted before any of them is changed.')}</p>
      <form method="post" action="/codes/selection" data-go-on="0">
        <HiddenFields fields={toFields(selection, count, beforeMs)} />
        <Button>{say('Continue counting')}</Button>
      </form>
      <p>
        <a href={toListPath(selection.query.parameters)}>{say('Stop here')}</a>
      </p>
    </NarrowPage>
  );
}

interface ProgressProps {
  readonly action: string;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly done: number;
  readonly count: number;
  /** Whether the plan allows no more requests now. */
  readonly isLimited: boolean;
  readonly back: string;
}

/** The progress of a change that takes more than one request. A script presses the button, after a minute if the plan is used up. */
export function ProgressPage({ action, fields, done, count, isLimited, back }: ProgressProps) {
  return (
    <NarrowPage
      title={say('{done, number} of {count, plural, one {# code} other {# codes}}', { done, count })}
    >
      <progress value={done} max={count} aria-label={say('Codes done')} />
      <p role="status">
        {isLimited
          ? say(
              'Your plan allows no more requests this minute: each code counts as one. This page continues in a minute. Without JavaScript, press the button then.',
            )
          : say('Codes are changed a few at a time. Keep this page open until all are done.')}
      </p>
      <form method="post" action={action} data-go-on={isLimited ? 60 : 0}>
        <HiddenFields fields={fields} />
        <Button>{say('Continue with the other {count, number}', { count: count - done })}</Button>
      </form>
      <p>
        <a href={back}>{say('Stop here')}</a>
      </p>
    </NarrowPage>
  );
}

function Tags({ selection: { tags } }: Pick<SelectionPageProps, 'selection'>) {
  return tags.length === 0 ? null : (
    <p>
      {tags.map((tag) => (
        <>
          <TagChip tag={tag} />{' '}
        </>
      ))}
    </p>
  );
}

/** A selection as the fields of the form that continues with it. */
export function toFields(
  { action, tags, query, codeIds, progress, undo }: Selection,
  count: number,
  beforeMs: number,
): Readonly<Record<string, string | number>> {
  return {
    action,
    tags: writeTags(tags),
    query: formatParameters(listPageParameters(query)),
    all: codeIds === null ? 'on' : '',
    count,
    before: beforeMs === 0 ? '' : beforeMs,
    done: progress.done,
    refused: progress.refused,
    why: progress.why ?? '',
    after: progress.after === null ? '' : formatCursor(progress.after),
    undo: undo === null ? 'none' : formatUndo(undo),
    ...Object.fromEntries((codeIds ?? []).map((codeId) => [toPublicId(codeId), 'on'])),
  };
}

import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { parseCursor } from '#core/lists/cursor.ts';
import { say } from '#languages/say.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { Form } from '../../frame/forms/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { type CodeListQuery, readCodeListQuery } from '../list/list-query.ts';
import { readTags } from '../tags/read-tags.ts';
import { parseUndo, type Undo } from './undo.ts';
import { isRefusal, type Refusal } from '../../frame/flash/outcome.ts';
import { SELECTION_ACTIONS, type SelectionAction } from './actions.ts';

/** The chosen codes, the action for them, and its progress. */
export interface Selection {
  readonly action: SelectionAction;
  readonly tags: readonly string[];
  /** The list that they were chosen from. */
  readonly query: CodeListQuery;
  /** Null for all codes of the list. */
  readonly codeIds: readonly CodeId[] | null;
  readonly progress: Progress;
  /** What takes back the changes so far; null if these are too many. */
  readonly undo: Undo | null;
}

/** The numbers of processed codes and of those that were left unchanged, and the position after which the others come. */
export interface Progress {
  readonly done: number;
  readonly refused: number;
  readonly why: Refusal | null;
  readonly after: ListPosition | null;
}

export const NO_PROGRESS: Progress = { done: 0, refused: 0, why: null, after: null };

/** The ids of the ticked boxes: each box is named by the id of its code. */
export function readCodeIds(form: Form): CodeId[] {
  return form.entries().flatMap(([name, value]) => (value === 'on' ? (parsePublicId(name) ?? []) : []));
}

export function readListQuery(form: Form): CodeListQuery {
  return readCodeListQuery(`https://dashboard/codes?${form.value('query')}`);
}

/** Reads a selection; throws an error page if it is invalid. */
export function readSelection(form: Form): Selection {
  const action = SELECTION_ACTIONS.find((name) => name === form.value('action'));
  const codeIds = form.isChecked('all') ? null : readCodeIds(form);
  const query = readListQuery(form);
  if (!action || query.form.hasErrors) throw refused(say('Go back to your codes, and choose them again.'));
  if (codeIds?.length === 0) throw refused(sayNoneSelected());
  return {
    action,
    tags: readTagsOf(form, action),
    query,
    codeIds,
    progress: readProgress(form),
    undo: readUndo(form),
  };
}

function readTagsOf(form: Form, action: SelectionAction): readonly string[] {
  if (action !== 'tag' && action !== 'untag') return [];
  const tags = readTags(form.value('tags'));
  if (!tags.ok) throw refused(tags.error);
  if (tags.value.length === 0) throw refused(say('Enter the tag in the field beside the button.'));
  return tags.value;
}

/** A continued selection carries what takes back its changes. */
function readUndo(form: Form): Undo | null {
  const text = form.value('undo');
  return text === '' ? [] : parseUndo(text);
}

export function readProgress(form: Form): Progress {
  const number = (name: string) => Number(/^\d{1,9}$/.exec(form.value(name))?.[0] ?? 0);
  const why = form.value('why');
  return {
    done: number('done'),
    refused: number('refused'),
    why: isRefusal(why) ? why : null,
    after: parseCursor(form.value('after')),
  };
}

export function sayNoneSelected(): string {
  return say('No code was selected. Tick the box beside each code that you want.');
}

function refused(message: string): PageError {
  return new PageError(422, say('Nothing was changed'), message);
}

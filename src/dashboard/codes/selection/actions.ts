import { type Message, say } from '#languages/say.ts';
import type { ChangeProblem } from '#contract/codes/write-problems.ts';
import type { Refusal } from '../../frame/flash/outcome.ts';
import type { EditRequest } from '#core/codes/code-request.ts';

/** The actions for all codes of a selection. */
export const SELECTION_ACTIONS = [
  'tag',
  'untag',
  'pause',
  'resume',
  'archive',
  'unarchive',
  'delete',
] as const;
export type SelectionAction = (typeof SELECTION_ACTIONS)[number];

/** What is about to happen, on the page that asks and on its button. */
export function sayAction(action: SelectionAction, count: number): string {
  return say(ACTIONS[action], { count });
}

const ACTIONS = {
  tag: 'Tag {count, plural, one {# code} other {# codes}}',
  untag: 'Remove the tag from {count, plural, one {# code} other {# codes}}',
  pause: 'Pause {count, plural, one {# code} other {# codes}}',
  resume: 'Resume {count, plural, one {# code} other {# codes}}',
  archive: 'Archive {count, plural, one {# code} other {# codes}}',
  unarchive: 'Unarchive {count, plural, one {# code} other {# codes}}',
  delete: 'Delete {count, plural, one {# code} other {# codes}}',
} as const satisfies Record<SelectionAction, Message>;

/** The change to each code; null if it should be deleted. */
export function toEditRequest(action: SelectionAction, tags: readonly string[]): EditRequest | null {
  switch (action) {
    case 'tag':
      return { filing: { addTags: tags } };
    case 'untag':
      return { filing: { removeTags: tags } };
    case 'pause':
    case 'resume':
      return { control: { isPaused: action === 'pause' } };
    case 'archive':
    case 'unarchive':
      return { filing: { isArchived: action === 'archive' } };
    case 'delete':
      return null;
  }
}

/** The most codes that one request changes. */
export const MAX_CHANGED = 100;

/** Why a code of a selection was left unchanged. */
export function toRefusal({ reason }: Pick<ChangeProblem, 'reason'>): Refusal {
  switch (reason) {
    case 'not_found':
      return 'gone';
    case 'code_not_dynamic':
      return 'static';
    case 'invalid_fields':
      return 'tags';
    case 'quota_exceeded':
      return 'quota';
    case 'precondition_failed':
      return 'busy';
  }
}

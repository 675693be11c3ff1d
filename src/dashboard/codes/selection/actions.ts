import type { UpdateProblem } from '#service/codes/update.ts';
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

interface ActionWords {
  /** On a button: `Pause 3 codes`. */
  readonly verb: string;
  /** Of codes: `3 codes are paused.` */
  readonly done: string;
}

export const ACTION_WORDS: Readonly<Record<SelectionAction, ActionWords>> = {
  tag: { verb: 'Tag', done: 'tagged' },
  untag: { verb: 'Remove the tag from', done: 'without the tag' },
  pause: { verb: 'Pause', done: 'paused' },
  resume: { verb: 'Resume', done: 'resumed' },
  archive: { verb: 'Archive', done: 'archived' },
  unarchive: { verb: 'Unarchive', done: 'in the list again' },
  delete: { verb: 'Delete', done: 'deleted' },
};

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
export const REFUSALS = {
  static: 'static codes cannot be paused',
  tags: 'a code has at most 20 tags',
  gone: 'somebody deleted them meanwhile',
  quota: 'your plan has no room for more text',
  busy: 'others kept changing them',
} as const;
export type Refusal = keyof typeof REFUSALS;

export function toRefusal({ reason }: Pick<UpdateProblem, 'reason'>): Refusal {
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

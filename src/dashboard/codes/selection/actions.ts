import { startOfLocalDay, type TimeZone, toLocalDay } from '#core/scans/time-zone.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { type Message, say } from '#languages/say.ts';
import type { ChangeProblem } from '#contract/codes/write-problems.ts';
import type { Refusal } from '../../frame/flash/outcome.ts';
import type { EditRequest } from '#core/codes/code-request.ts';

export const SELECTION_ACTIONS = [
  'tag',
  'untag',
  'pause',
  'resume',
  'extend',
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
  extend: 'Keep {count, plural, one {# code} other {# codes}} for 30 more days',
  archive: 'Archive {count, plural, one {# code} other {# codes}}',
  unarchive: 'Unarchive {count, plural, one {# code} other {# codes}}',
  delete: 'Delete {count, plural, one {# code} other {# codes}}',
} as const satisfies Record<SelectionAction, Message>;

const EXTENDED_DAYS = 30;

/** When a code ends that is kept longer: with the thirtieth day from now, as the reader counts days. */
export function extendedEnd(nowMs: number, timeZone: TimeZone): number {
  return startOfLocalDay(toLocalDay(nowMs + (EXTENDED_DAYS + 1) * DAY_MS, timeZone), timeZone);
}

/** The change to each code; null if it should be deleted. */
export function toEditRequest(
  action: SelectionAction,
  { tags, extendedMs }: { readonly tags: readonly string[]; readonly extendedMs: number },
): EditRequest | null {
  switch (action) {
    case 'tag':
      return { filing: { addTags: tags } };
    case 'untag':
      return { filing: { removeTags: tags } };
    case 'pause':
    case 'resume':
      return { control: { flags: { paused: action === 'pause' } } };
    case 'extend':
      return { control: { endsAt: new Date(extendedMs).toISOString() } };
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
export const REFUSALS: Readonly<Record<ChangeProblem['reason'], Refusal>> = {
  not_found: 'gone',
  code_not_dynamic: 'static',
  invalid_fields: 'tags',
  quota_exceeded: 'quota',
  precondition_failed: 'busy',
};

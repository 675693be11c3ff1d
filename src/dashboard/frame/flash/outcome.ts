import { type Message, say } from '#languages/say.ts';

/** The outcome of a selection: how many codes were changed, how many were left unchanged, and why. */
export interface SelectionOutcome {
  readonly action: keyof typeof DONE;
  readonly changed: string;
  readonly left: string;
  readonly why: Refusal | '';
}

const DONE = {
  tag: '{count, plural, one {# code is tagged.} other {# codes are tagged.}}',
  untag: 'The tag was removed from {count, plural, one {# code} other {# codes}}.',
  pause: '{count, plural, one {# code is paused.} other {# codes are paused.}}',
  resume: '{count, plural, one {# code is resumed.} other {# codes are resumed.}}',
  extend:
    '{count, plural, one {# code is kept for 30 more days.} other {# codes are kept for 30 more days.}}',
  archive: '{count, plural, one {# code is archived.} other {# codes are archived.}}',
  unarchive: '{count, plural, one {# code is in the list again.} other {# codes are in the list again.}}',
  delete: '{count, plural, one {# code is deleted.} other {# codes are deleted.}}',
  undo: '{count, plural, one {Undone: # code is as before.} other {Undone: # codes are as before.}}',
} as const satisfies Record<string, Message>;

/** Why codes of a selection were left unchanged. */
const REFUSALS = {
  static:
    '{count, plural, one {# code was not changed: static codes cannot be paused.} other {# codes were not changed: static codes cannot be paused.}}',
  lasting:
    '{count, plural, one {# code was not changed: it does not end before that.} other {# codes were not changed: they do not end before that.}}',
  tags: '{count, plural, one {# code was not changed: a code has at most 20 tags.} other {# codes were not changed: a code has at most 20 tags.}}',
  gone: '{count, plural, one {# code was not changed: it has been deleted in the meantime.} other {# codes were not changed: they have been deleted in the meantime.}}',
  quota:
    '{count, plural, one {# code was not changed: your plan has no room for more text.} other {# codes were not changed: your plan has no room for more text.}}',
  busy: '{count, plural, one {# code was not changed: somebody else was changing it.} other {# codes were not changed: somebody else was changing them.}}',
} as const satisfies Record<string, Message>;
export type Refusal = keyof typeof REFUSALS;

export function isRefusal(text: string): text is Refusal {
  return Object.hasOwn(REFUSALS, text);
}

/** Describes the outcome of a selection; null if the fields are not those of an outcome. */
export function describeOutcome(fields: URLSearchParams): string | null {
  const action = fields.get('action') ?? '';
  if (!Object.hasOwn(DONE, action)) return null;
  const number = (field: string) => Number(/^\d{1,9}$/.exec(fields.get(field) ?? '')?.[0] ?? 0);
  const done = say(DONE[action as SelectionOutcome['action']], { count: number('changed') });
  const why = fields.get('why') ?? '';
  return isRefusal(why) ? `${done} ${say(REFUSALS[why], { count: number('left') })}` : done;
}

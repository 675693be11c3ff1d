import { type Message, say } from '#languages/say.ts';
import { REFUSALS, type Refusal, type SelectionAction } from './actions.ts';

/** The outcome of a selection: how many codes were changed, how many were left unchanged, and why. */
export interface SelectionOutcome {
  readonly action: SelectionAction | 'undo';
  readonly changed: string;
  readonly left: string;
  readonly why: Refusal | '';
}

const DONE = {
  tag: '{count, plural, one {# code is tagged.} other {# codes are tagged.}}',
  untag: 'The tag was removed from {count, plural, one {# code} other {# codes}}.',
  pause: '{count, plural, one {# code is paused.} other {# codes are paused.}}',
  resume: '{count, plural, one {# code is resumed.} other {# codes are resumed.}}',
  archive: '{count, plural, one {# code is archived.} other {# codes are archived.}}',
  unarchive: '{count, plural, one {# code is in the list again.} other {# codes are in the list again.}}',
  delete: '{count, plural, one {# code is deleted.} other {# codes are deleted.}}',
  undo: '{count, plural, one {Undone: # code is as before.} other {Undone: # codes are as before.}}',
} as const satisfies Record<SelectionOutcome['action'], Message>;

/** Describes the outcome of a selection; null if the fields are not those of an outcome. */
export function describeOutcome(fields: URLSearchParams): string | null {
  const action = fields.get('action') ?? '';
  if (!Object.hasOwn(DONE, action)) return null;
  const number = (field: string) => Number(/^\d{1,9}$/.exec(fields.get(field) ?? '')?.[0] ?? 0);
  const done = say(DONE[action as SelectionOutcome['action']], { count: number('changed') });
  const why = fields.get('why') ?? '';
  if (!Object.hasOwn(REFUSALS, why)) return done;
  return `${done} ${say(REFUSALS[why as Refusal], { count: number('left') })}`;
}

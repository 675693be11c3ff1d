import { formatCodes } from '../../frame/format-count.ts';
import { ACTION_WORDS, REFUSALS, type Refusal, SELECTION_ACTIONS, type SelectionAction } from './actions.ts';

/** The outcome of a selection: how many codes were changed, how many were left unchanged, and why. */
export interface SelectionOutcome {
  readonly action: SelectionAction | 'undo';
  readonly changed: string;
  readonly left: string;
  readonly why: Refusal | '';
}

/** Describes the outcome of a selection; null if the fields are not those of an outcome. */
export function describeOutcome(fields: URLSearchParams): string | null {
  const name = fields.get('action');
  const action = SELECTION_ACTIONS.find((one) => one === name);
  const as = name === 'undo' ? 'as before' : action && ACTION_WORDS[action].done;
  if (!as) return null;
  const number = (field: string) => Number(/^\d{1,9}$/.exec(fields.get(field) ?? '')?.[0] ?? 0);
  const changed = number('changed');
  const done = `${formatCodes(changed)} ${changed === 1 ? 'is' : 'are'} ${as}.`;
  const why = fields.get('why') ?? '';
  if (!Object.hasOwn(REFUSALS, why)) return done;
  const left = number('left');
  return `${done} ${formatCodes(left)} ${left === 1 ? 'was' : 'were'} not changed: ${REFUSALS[why as Refusal]}.`;
}

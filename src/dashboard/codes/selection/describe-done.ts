import { ACTION_WORDS, REFUSALS, type Refusal, SELECTION_ACTIONS } from './actions.ts';
import { formatCodes } from './pages.tsx';

/** Says what became of a selection, by the address that its last request leads to; null where the address says nothing of one. */
export function describeDone(query: URLSearchParams): string | null {
  const action = SELECTION_ACTIONS.find((name) => name === query.get('done'));
  if (!action) return null;
  const number = (name: string) => Number(/^\d{1,9}$/.exec(query.get(name) ?? '')?.[0] ?? 0);
  const codes = number('codes');
  const done = `${formatCodes(codes)} ${codes === 1 ? 'is' : 'are'} ${ACTION_WORDS[action].done}.`;
  const why = query.get('why') ?? '';
  if (!Object.hasOwn(REFUSALS, why)) return done;
  return `${done} ${formatCodes(number('left'))} stayed as before: ${REFUSALS[why as Refusal]}.`;
}

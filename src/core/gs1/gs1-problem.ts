import type { FaultOf, NoValues } from '../problem.ts';
import type { ElementFault } from './element.ts';

/** What can be wrong with the elements of a code. Each names its identifier. */
export interface Gs1Problems {
  readonly gs1_unknown_ai: { readonly ai: string };
  readonly gs1_empty: { readonly ai: string };
  readonly gs1_length: { readonly ai: string; readonly expected: string };
  readonly gs1_characters: { readonly ai: string; readonly expected: string };
  readonly gs1_check_digit: { readonly ai: string; readonly expected: string };
  readonly gs1_value: { readonly ai: string; readonly expected: string };
  readonly gs1_no_primary_key: NoValues;
  /** It can follow another key only, and be no attribute. */
  readonly gs1_misplaced: { readonly ai: string };
  /** The path may have these behind its key, in this order. */
  readonly gs1_out_of_order: { readonly ai: string; readonly others: string };
  readonly gs1_required: { readonly ai: string; readonly others: readonly string[] };
  readonly gs1_excluded: { readonly ai: string; readonly others: readonly string[] };
}

const LONGEST_AI = 10;

/** A fault as a problem, which people may see: what they sent as an identifier may be long. */
export function toGs1Fault(fault: ElementFault): FaultOf<Gs1Problems> {
  const ai = fault.ai.slice(0, LONGEST_AI);
  if ('expected' in fault) return { code: `gs1_${fault.reason}`, values: { ai, expected: fault.expected } };
  const { reason } = fault;
  if (reason === 'required' || reason === 'excluded')
    return { code: `gs1_${reason}`, values: { ai, others: fault.others } };
  if (reason === 'unknown_ai' || reason === 'empty') return { code: `gs1_${reason}`, values: { ai } };
  if (reason === 'no_primary_key') return { code: 'gs1_no_primary_key', values: {} };
  const others = reason === 'qualifiers' ? fault.others.filter((list) => list !== '').join(' / ') : '';
  if (others !== '') return { code: 'gs1_out_of_order', values: { ai, others } };
  return { code: 'gs1_misplaced', values: { ai } };
}

import { formatUtm, type Utm } from '../utm.ts';
import type { ControlProblem } from './control-problem.ts';
import { type ControlRequest, LONGEST_UTM, LONGEST_UTM_VALUE } from './control-request.ts';
import { mergeTexts } from './merge-texts.ts';

const RULE = {
  field: 'utm',
  longest: {
    source: LONGEST_UTM_VALUE,
    medium: LONGEST_UTM_VALUE,
    campaign: LONGEST_UTM_VALUE,
    term: LONGEST_UTM_VALUE,
    content: LONGEST_UTM_VALUE,
  },
} as const;

/** Campaign parameters after their owner's changes, undefined if none is left; adds what is wrong with them to `problems`. */
export function checkUtm(
  current: Utm | undefined,
  request: ControlRequest['utm'],
  problems: ControlProblem[],
): Utm | undefined {
  const before = problems.length;
  const utm = mergeTexts(current, request, RULE, problems);
  // A text with a problem may not even be encodable.
  if (utm && problems.length === before && formatUtm(utm).length > LONGEST_UTM)
    problems.push({ code: 'utm_too_long', field: 'utm', values: { longest: LONGEST_UTM } });
  return utm;
}

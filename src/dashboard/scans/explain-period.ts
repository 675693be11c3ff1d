import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { PeriodProblem } from '#core/scans/period.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { formatDate } from './words.ts';

/** The problem of a period, as a sentence for people, with the names of the fields on the page and its days as the page writes them. */
export function explainPeriod({ code, field, values }: PeriodProblem): string {
  const shown = Object.entries(values).map(([name, value]) =>
    typeof value === 'string' ? [name, formatDate(value)] : [name, value],
  );
  return sayInForm({ code, values: Object.fromEntries(shown) }, say(NAMES[field] ?? 'This'));
}

const NAMES: Readonly<Record<string, PlainMessage>> = {
  from: '“From”',
  to: '“To”',
  compare: 'The comparison',
  tz: 'The time zone',
};

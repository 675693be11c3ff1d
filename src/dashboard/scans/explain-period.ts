import type { PeriodProblem } from '#core/scans/period.ts';

const FIELD_NAMES: Readonly<Record<PeriodProblem['field'], string>> = {
  range: 'The period',
  from: '“From”',
  to: '“To”',
  tz: 'The time zone',
  compare: 'The comparison',
};

/** What is wrong with a period, as a sentence for people: fields by the names that they have on the page. */
export function explainPeriod({ field, message }: PeriodProblem): string {
  const words = message
    .replaceAll('"from"', '“From”')
    .replaceAll('"to"', '“To”')
    .replaceAll('where "filter" is sent', 'with a filter');
  return `${FIELD_NAMES[field]} ${words}`;
}

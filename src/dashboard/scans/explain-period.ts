import type { PeriodProblem } from '#core/scans/period.ts';
import { say } from '#languages/say.ts';
import { formatDate } from './words.ts';

/** The problem of a period, as a sentence for people, with the names of the fields on the page. */
export function explainPeriod(problem: PeriodProblem): string {
  switch (problem.code) {
    case 'day_too_early':
      return say('“From” must not be before {day}.', { day: formatDate(problem.values.day) });
    case 'day_in_future': {
      const today = { day: formatDate(problem.values.day) };
      return problem.field === 'from'
        ? say('“From” must not be after today, {day}.', today)
        : say('“To” must not be after today, {day}.', today);
    }
    case 'days_reversed':
      return say('“From” must not be after “To”, {day}.', { day: formatDate(problem.values.day) });
    case 'too_many_days': {
      const { day, lastDay, most } = problem.values;
      return say(
        '“From” must not be before {day} for a period that ends on {lastDay}: it has at most {most, number} days.',
        { day: formatDate(day), lastDay: formatDate(lastDay), most },
      );
    }
    case 'filtered_too_early':
      return say('“From” must not be before {day} with a filter: older scans are counted by day only.', {
        day: formatDate(problem.values.day),
      });
    case 'compared_too_early':
      return say(
        'The comparison must not reach before {day} with a filter: older scans are counted by day only.',
        { day: formatDate(problem.values.day) },
      );
    case 'zone_not_kept':
      return say('The time zone must be UTC for days before {day}: older scans are counted by UTC day.', {
        day: formatDate(problem.values.day),
      });
    // A question has either a range or days, and its last day is never alone.
    case 'range_and_days':
    case 'last_day_alone':
      throw new RangeError(problem.code);
  }
}

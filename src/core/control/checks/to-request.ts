import type { ConditionsRequest } from './check-conditions.ts';
import type { Conditions } from '../conditions.ts';
import { formatTimeOfDay } from '../time-of-day.ts';

/** Conditions in the form in which their owner would send them; the time zone only if it matters. */
export function toConditionsRequest({ fromMs, untilMs, hours, timeZone, ...when }: Conditions) {
  const isLocal = when.weekdays !== undefined || hours !== undefined;
  return {
    ...when,
    from: fromMs === undefined ? undefined : new Date(fromMs).toISOString(),
    until: untilMs === undefined ? undefined : new Date(untilMs).toISOString(),
    hours: hours && ([formatTimeOfDay(hours.from), formatTimeOfDay(hours.until)] as [string, string]),
    timeZone: isLocal ? timeZone : undefined,
  } satisfies ConditionsRequest;
}

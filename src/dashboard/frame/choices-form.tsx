import { createMiddleware } from 'hono/factory';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { ScanRange } from '#core/scans/range.ts';
import type { DashboardEnv } from './dashboard-env.ts';
import { rememberZone } from './reader-zone.ts';

/** Shows that a form sent the address, and that it was not bookmarked. */
const CHOSEN = 'chosen';
const DAYS = ['from', 'to'] as const;

interface ChosenFieldsProps {
  /** The range that is shown: unchanged days mean this range again. */
  readonly range: ScanRange | undefined;
  readonly period: ScanPeriod;
}

/** Hidden fields of a form that chooses days (`from`, `to`) and a time zone (`tz`). */
export function ChosenFields({ range, period }: ChosenFieldsProps) {
  return (
    <>
      <input type="hidden" name={CHOSEN} value="1" />
      {range === undefined ? null : (
        <>
          <input type="hidden" name="range" value={range} />
          <input type="hidden" name="was_from" value={period.firstDay} />
          <input type="hidden" name="was_to" value={period.lastDay} />
        </>
      )}
    </>
  );
}

/**
 * Redirects from what such a form sends to the address of the choice, and stores the time zone. An address that is passed on chooses
 * nothing for others.
 */
export const followChoices = createMiddleware<DashboardEnv>(async function followChoices(c, next) {
  const url = new URL(c.req.url);
  const query = url.searchParams;
  if (c.req.method !== 'GET' || !query.has(CHOSEN)) return next();
  query.delete(CHOSEN);
  const isLeft = DAYS.every((day) => query.has(`was_${day}`) && query.get(day) === query.get(`was_${day}`));
  for (const day of DAYS) {
    query.delete(`was_${day}`);
    if (isLeft) query.delete(day);
  }
  if (!isLeft) query.delete('range');
  const zone = query.get('tz');
  if (zone === '') query.delete('tz');
  if (zone !== null && c.req.header('Sec-Fetch-Site') !== 'cross-site') rememberZone(c, zone);
  return c.redirect(url.pathname + url.search, 303);
});

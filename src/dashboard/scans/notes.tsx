import { isLogged, type ScanPeriod, SCAN_RETENTION_DAYS } from '#core/scans/period.ts';
import type { ScanStatistics } from '#core/scans/statistics.ts';
import { say, sayRich } from '#languages/say.ts';
import { Minute } from '../frame/utc-time.tsx';
import { describeDays, formatFullDay, isOutdated } from './words.ts';

interface NotesProps {
  readonly statistics: ScanStatistics;
  readonly isFiltered: boolean;
  readonly nowMs: number;
}

/** How the figures came about, one sentence after the other. */
export function Notes({ statistics, isFiltered, nowMs }: NotesProps) {
  const { period, compared, countedAsOfMs, detailsAsOfMs, isEstimated } = statistics;
  const areDetailsOld =
    detailsAsOfMs !== null && detailsAsOfMs !== countedAsOfMs && isOutdated(detailsAsOfMs, nowMs);
  const notes = [
    say('Time zone: {zone}.', { zone: period.zone }),
    compared && describeComparison(compared, period),
    compared?.uniqueScans === null && say('Its visitors are no longer known.'),
    !isLogged(period) &&
      say(
        'Individual scans are kept for {count, number} days: visitors and the lists below begin on {day}.',
        {
          count: SCAN_RETENTION_DAYS,
          day: formatFullDay(period.loggedFrom),
        },
      ),
    areDetailsOld &&
      sayRich('Visitors and the lists below are as of {time}.', { time: <Minute timeMs={detailsAsOfMs} /> }),
    isFiltered && say('Only scans that match the filters are counted.'),
    isEstimated &&
      say(
        'There were so many scans that the log keeps a sample: the figures are estimates, and there were at least this many visitors.',
      ),
  ];
  return <p class="muted notes">{notes.map((note) => (note ? <>{note} </> : null))}</p>;
}

function describeComparison(
  { period: before }: NonNullable<ScanStatistics['compared']>,
  { days: { length }, zone }: ScanPeriod,
): string | null {
  const days = describeDays(before);
  // Beside more than one day, the key of the chart names these.
  if (before.zone === zone && length > 1) return null;
  return before.zone === zone
    ? say('Compared with {days}.', { days })
    : say('Compared with {days}, in the time zone {zone}.', { days, zone: before.zone });
}

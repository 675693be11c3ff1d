import { toLocalDay } from '#core/scans/time-zone.ts';
import { formatCount } from '../frame/format-count.ts';
import type { ScanFiguresProps } from './figures.tsx';

/** The scans of today, if the log responds, and of all time. A live page updates these numbers separately from its figures. */
export function ScansSoFar({
  statistics,
  lifetimeScans,
  zone,
}: Pick<ScanFiguresProps, 'statistics' | 'lifetimeScans' | 'zone'>) {
  const last = statistics?.byDay.at(-1);
  const today = statistics && last?.date === toLocalDay(statistics.countedAsOfMs, zone) ? last.scans : null;
  return (
    <>
      {today === null ? null : (
        <>
          <a href="#scans">
            <strong data-number="today">{formatCount(today)}</strong> today
          </a>{' '}
        </>
      )}
      <a href="#scans">
        <strong data-number="all-time">{formatCount(lifetimeScans)}</strong> in total
      </a>
    </>
  );
}

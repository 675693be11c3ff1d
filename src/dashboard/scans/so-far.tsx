import { toLocalDay } from '#core/scans/time-zone.ts';
import { sayRich } from '#languages/say.ts';
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
            {sayRich('<number>{count, number}</number> today', {
              count: today,
              number: (text) => <strong data-number="today">{text}</strong>,
            })}
          </a>{' '}
        </>
      )}
      <a href="#scans">
        {sayRich('<number>{count, number}</number> in total', {
          count: lifetimeScans,
          number: (text) => <strong data-number="all-time">{text}</strong>,
        })}
      </a>
    </>
  );
}

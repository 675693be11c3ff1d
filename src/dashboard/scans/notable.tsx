import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { say } from '#languages/say.ts';
import { formatCount } from '../kit/format-count.ts';
import type { Series } from './charts/series.ts';
import { formatFullDay } from './words.ts';

const NOTABLE_DAYS = 3;

interface NotableDaysProps {
  readonly byDay: PeriodStatistics['byDay'];
  /** The page of a day; without it, days are only named. */
  readonly hrefOf: ((day: string) => string) | undefined;
}

/** The days with the most scans: none if hardly any day had some. */
export function NotableDays({ byDay, hrefOf }: NotableDaysProps) {
  const days = listNotableDays(byDay);
  if (days.length === 0) return null;
  return (
    <p>
      {say('Most scans:')}{' '}
      {days.map(({ date, scans }, i) => (
        <>
          {i === 0 ? '' : ', '}
          {hrefOf ? <a href={hrefOf(date)}>{formatFullDay(date)}</a> : formatFullDay(date)} (
          {formatCount(scans)})
        </>
      ))}
    </p>
  );
}

function listNotableDays(byDay: PeriodStatistics['byDay']): PeriodStatistics['byDay'] {
  if (byDay.length <= NOTABLE_DAYS) return [];
  return byDay
    .filter(({ scans }) => scans > 0)
    .toSorted((a, b) => b.scans - a.scans || (a.date < b.date ? 1 : -1))
    .slice(0, NOTABLE_DAYS);
}

/** The busiest span of a chart, as a sentence. */
export function summarize({ unit, stretches }: Series): string {
  const most = stretches.reduce<Series['stretches'][number] | null>(
    (best, one) => (one.scans > (best?.scans ?? 0) ? one : best),
    null,
  );
  return most === null
    ? say('No scans.')
    : say(
        '{unit, select, hour {The hour} day {The day} week {The week} other {The month}} with the most scans: {time}, {scans, plural, one {# scan} other {# scans}}.',
        { unit, time: most.name, scans: most.scans },
      );
}

import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { type Question, toQuery } from './question.ts';
import type { Series } from './charts/series.ts';
import { formatFullDay, formatScans } from './words.ts';

const NOTABLE_DAYS = 3;

interface NotableDaysProps {
  readonly byDay: PeriodStatistics['byDay'];
  /** The page to which each day links. */
  readonly path: string;
  readonly question: Question;
}

/** The days with the most scans: none if hardly any day had some. */
export function NotableDays({ byDay, path, question }: NotableDaysProps) {
  const days = listNotableDays(byDay);
  if (days.length === 0) return null;
  return (
    <p>
      Most scans:{' '}
      {days.map(({ date, scans }, i) => (
        <>
          {i === 0 ? '' : ', '}
          <a href={path + toQuery(question, { range: undefined, from: date, to: date })}>
            {formatFullDay(date)}
          </a>{' '}
          ({formatCount(scans)})
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
    ? 'No scans.'
    : `The ${unit} with the most scans: ${most.name}, ${formatScans(most.scans)}.`;
}

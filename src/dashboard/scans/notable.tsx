import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { type Question, toQuery } from './question.ts';
import type { Series } from './charts/series.ts';
import { formatFullDay, formatScans } from './words.ts';

const NOTABLE_DAYS = 3;

interface NotableDaysProps {
  readonly byDay: PeriodStatistics['byDay'];
  /** Of the page, whose days each lead to. */
  readonly path: string;
  readonly question: Question;
}

/** The days with most scans: none where hardly any day had some. */
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

/** The busiest stretch of a chart, as a sentence. */
export function summarize({ unit, stretches }: Series): string {
  const most = stretches.reduce<Series['stretches'][number] | null>(
    (best, one) => (one.scans > (best?.scans ?? 0) ? one : best),
    null,
  );
  return most === null
    ? 'No scans.'
    : `The ${unit} with most scans: ${most.name}, ${formatScans(most.scans)}.`;
}

/** The figures of the chart. */
export function SeriesTable({
  series,
  path,
  question,
}: { readonly series: Series } & Omit<NotableDaysProps, 'byDay'>) {
  const { unit, stretches } = series;
  const isCompared = stretches.some(({ before }) => before !== null);
  return (
    <details class="series-figures">
      <summary>{`Scans by ${unit} as a table`}</summary>
      <table>
        <caption class="visually-hidden">{`Scans by ${unit}`}</caption>
        <thead>
          <tr>
            <th scope="col">{unit.charAt(0).toUpperCase() + unit.slice(1)}</th>
            <th scope="col">Scans</th>
            {isCompared ? <th scope="col">Before</th> : null}
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ name, scans, before, day }) => (
            <tr>
              <th scope="row">
                {day === null ? (
                  name
                ) : (
                  <a href={path + toQuery(question, { range: undefined, from: day, to: day })}>{name}</a>
                )}
              </th>
              <td>{formatCount(scans)}</td>
              {isCompared ? <td>{before === null ? '' : formatCount(before.scans)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

import type { ScanStatistics } from '#core/scans/statistics.ts';
import { formatCount } from '../frame/format-count.ts';
import { SeriesChart } from '../scans/charts/series-chart.tsx';
import { type Series, toSeries } from '../scans/charts/series.ts';
import { formatFullDay, formatScans, NO_HOURS } from '../scans/words.ts';
import { LineChart } from './line-chart.tsx';

/** Scans over time: a line of days, weeks or months, and bars for the hours of a single day. */
export function ScansOverTime({
  statistics,
  today,
}: {
  readonly statistics: ScanStatistics;
  readonly today: string;
}) {
  const { byDay, compared, period, totalScans } = statistics;
  const series = toSeries(statistics, compared);
  const summary = `${formatScans(totalScans)}${compared ? `, ${formatCount(compared.totalScans)} before` : ''}.`;
  return (
    <section class="chart line-chart" aria-labelledby="over-time">
      <div class="heading-row">
        <h2 id="over-time">{`Scans by ${series.unit}`}</h2>
        {compared && byDay.length > 1 ? (
          <p class="key">
            <span class="now">This period</span> <span class="before">Before</span>
          </p>
        ) : null}
      </div>
      {byDay.length > 1 ? (
        <LineChart series={series} summary={summary} />
      ) : (
        <SeriesChart series={series} summary={summary} />
      )}
      {compared && period.lastDay === today ? <p class="muted">Today is not over yet.</p> : null}
      {byDay.length === 1 && compared && !compared.breakdowns?.has('hour') ? (
        <p class="muted">
          {formatFullDay(compared.period.firstDay)} is compared as a whole. {NO_HOURS}
        </p>
      ) : null}
      <Figures series={series} isCompared={compared !== null} zone={period.zone} />
    </section>
  );
}

interface FiguresProps {
  readonly series: Series;
  readonly isCompared: boolean;
  readonly zone: string;
}

function Figures({ series: { unit, stretches }, isCompared, zone }: FiguresProps) {
  return (
    <details>
      <summary>{`Scans by ${unit} as a table`}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{`${unit.charAt(0).toUpperCase()}${unit.slice(1)} (${zone})`}</th>
            <th scope="col">Scans</th>
            {isCompared ? <th scope="col">Before</th> : null}
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ name, scans, before }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{formatCount(scans)}</td>
              {isCompared ? <td>{before ? formatCount(before.scans) : '–'}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

import { SCAN_RANGES } from '#core/scans/range.ts';
import { formatCount } from '../frame/format-count.ts';
import { Minute } from '../frame/utc-time.tsx';
import { BarList } from '../scans/bar-list.tsx';
import { DayChart } from '../scans/day-chart.tsx';
import { FiguresTable } from '../scans/figures-table.tsx';
import {
  formatDay,
  listDevices,
  type NamedCount,
  nameCountries,
  RANGE_NAMES,
  shorten,
} from '../scans/words.ts';
import type { Report, ReportFigures } from './read-report.ts';

/** All other countries share one bar. */
const COUNTRIES_SHOWN = 10;

/** Statistics for people without an account. It fills a sheet of A4 when it is printed. */
export function ReportPage({ path, report }: { readonly path: string; readonly report: Report }) {
  const { title, range, figures } = report;
  return (
    <article class="report">
      <div class="heading-row">
        <h1 dir="auto">{title}</h1>
        <nav class="range-switch" aria-label="Period">
          <ul>
            {SCAN_RANGES.map((one) => (
              <li>
                <a href={`${path}?range=${one}`} aria-current={one === range ? 'true' : undefined}>
                  {RANGE_NAMES[one]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p class="muted">
        Scans of the last {RANGE_NAMES[range]}, by UTC days.{' '}
        {figures === null ? null : (
          <>
            As of <Minute timeMs={figures.asOfMs} />.
          </>
        )}
      </p>
      {figures === null ? (
        <p class="notice">
          The figures are not available right now. Scans are still being counted. Please try again in a
          moment.
        </p>
      ) : (
        <Figures {...report} figures={figures} />
      )}
    </article>
  );
}

function Figures({
  figures,
  lifetimeScans,
  isOfManyCodes,
}: Pick<Report, 'lifetimeScans' | 'isOfManyCodes'> & { readonly figures: ReportFigures }) {
  const { totalScans, uniqueScans, countries } = figures;
  const days = figures.byDay.map(({ date, scans }) => ({ name: formatDay(date), scans }));
  const devices = listDevices(figures);
  return (
    <>
      <dl class="totals">
        <Total label="Scans" count={totalScans} />
        {uniqueScans === null ? null : (
          <Total
            label={isOfManyCodes ? 'Unique visitors, summed over the codes' : 'Unique visitors'}
            count={uniqueScans}
          />
        )}
        {lifetimeScans === null ? null : <Total label="Scans of all time" count={lifetimeScans} />}
      </dl>
      {figures.isEstimated ? (
        <p class="muted">
          There were so many scans that the log keeps a sample: the figures are estimates, and there were at
          least this many visitors.
        </p>
      ) : null}
      <div class="chart">
        <h2>By day</h2>
        <DayChart statistics={figures} />
        <FiguresTable caption="Scans by day" heading="Day (UTC)" counts={days} part="day-figures" />
      </div>
      <div class="chart-pair">
        <div class="chart">
          <h2>By device</h2>
          <BarList id="device-chart" title="Scans by device" counts={devices} />
          <FiguresTable caption="Scans by device" heading="Device" counts={devices} part="device-figures" />
        </div>
        {countries === null ? null : <Countries counts={nameCountries(countries)} />}
      </div>
    </>
  );
}

function Countries({ counts }: { readonly counts: readonly NamedCount[] }) {
  return (
    <div class="chart">
      <h2>By country</h2>
      <BarList id="country-chart" title="Scans by country" counts={shorten(counts, COUNTRIES_SHOWN)} />
      <FiguresTable caption="Scans by country" heading="Country" counts={counts} part="country-figures" />
    </div>
  );
}

function Total({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  );
}

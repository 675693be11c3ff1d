import type { ScanStatistics } from '../../core/scan.ts';
import { formatCount, formatDay, listCountries, listDevices, RANGE_NAMES, shorten } from '../scan-words.ts';
import type { ScanRange } from '../../core/scan-range.ts';
import { BarList } from './bar-list.tsx';
import { DayChart } from './day-chart.tsx';
import { FiguresTable } from './figures-table.tsx';

export interface ScanFiguresProps {
  readonly range: ScanRange;
  /** Where the code's short link leads from. */
  readonly shortUrl: string;
  readonly lifetimeScans: number;
  /** Null where the scan log does not answer. */
  readonly statistics: ScanStatistics | null;
}

/** The rest are one bar. */
const COUNTRIES_SHOWN = 6;

/** The numbers and charts of a code's scans. A live page renews what is marked `data-part`, and leaves the rest alone. */
export function ScanFigures({ range, shortUrl, lifetimeScans, statistics }: ScanFiguresProps) {
  return (
    <>
      <Totals range={range} lifetimeScans={lifetimeScans} statistics={statistics} />
      {statistics === null ? (
        <p class="notice">
          The charts are not available right now. Scans are still being counted; please look again in a
          moment.
        </p>
      ) : (
        <Charts lifetimeScans={lifetimeScans} shortUrl={shortUrl} statistics={statistics} />
      )}
    </>
  );
}

function Totals({ range, lifetimeScans, statistics }: Omit<ScanFiguresProps, 'shortUrl'>) {
  const period = RANGE_NAMES[range];
  return (
    <dl class="totals" data-part="totals">
      {statistics === null ? null : (
        <>
          <Total label={`Scans in ${period}`} count={statistics.totalScans} {...statistics} />
          <Total label={`Unique visitors in ${period}`} count={statistics.uniqueScans} {...statistics} />
        </>
      )}
      <Total label="Scans of all time" count={lifetimeScans} isEstimated={false} />
    </dl>
  );
}

function Total({
  label,
  count,
  isEstimated,
}: {
  readonly label: string;
  readonly count: number;
  readonly isEstimated: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatCount(count)}
        {isEstimated ? <small> estimated</small> : null}
      </dd>
    </div>
  );
}

function Charts({
  lifetimeScans,
  shortUrl,
  statistics,
}: Pick<ScanFiguresProps, 'lifetimeScans' | 'shortUrl'> & { readonly statistics: ScanStatistics }) {
  const days = statistics.byDay.map(({ date, scans }) => ({ name: formatDay(date), scans }));
  return (
    <>
      <div class="chart">
        <h3>By day</h3>
        <div data-part="day-chart">
          <DayChart statistics={statistics} />
          {statistics.totalScans > 0 ? null : <NoScans lifetimeScans={lifetimeScans} shortUrl={shortUrl} />}
        </div>
        <FiguresTable caption="Scans by day" heading="Day (UTC)" counts={days} part="day-figures" />
      </div>
      <ChartPair statistics={statistics} />
      <p class="muted" data-part="estimated">
        {statistics.isEstimated
          ? 'So many scans came that the log keeps a sample of them: the figures are estimates, and there were at least as many visitors.'
          : null}
      </p>
    </>
  );
}

function ChartPair({ statistics }: { readonly statistics: ScanStatistics }) {
  const devices = listDevices(statistics);
  const countries = listCountries(statistics);
  return (
    <div class="chart-pair">
      <div class="chart">
        <h3>By device</h3>
        <div data-part="device-chart">
          <BarList id="device-chart" title="Scans by device" counts={devices} />
        </div>
        <FiguresTable caption="Scans by device" heading="Device" counts={devices} part="device-figures" />
      </div>
      <div class="chart">
        <h3>By country</h3>
        <div data-part="country-chart">
          <BarList id="country-chart" title="Scans by country" counts={shorten(countries, COUNTRIES_SHOWN)} />
        </div>
        <FiguresTable
          caption="Scans by country"
          heading="Country"
          counts={countries}
          part="country-figures"
        />
      </div>
    </div>
  );
}

/** Lies over the empty chart, so that nothing moves when the first scan comes. */
function NoScans({ lifetimeScans, shortUrl }: Pick<ScanFiguresProps, 'lifetimeScans' | 'shortUrl'>) {
  return lifetimeScans > 0 ? (
    <p class="no-scans">
      <span>No scans in this period.</span>
    </p>
  ) : (
    <p class="no-scans">
      <span>
        No scans yet:{' '}
        <a href={shortUrl} target="_blank" rel="noreferrer noopener">
          follow the short link
        </a>
        , or print the code.
      </span>
    </p>
  );
}

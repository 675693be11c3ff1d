import type { PeriodStatistics } from '#core/scans/statistics.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { say, sayRich } from '#languages/say.ts';
import { Minute } from '../frame/utc-time.tsx';
import { toAnalyticsPath } from './question.ts';
import { formatDay, type LinkTo, listDevices, nameCounts } from './words.ts';
import { SCAN_RANGE_DAYS, type ScanRange } from '#core/scans/range.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { BarsAndFigures } from './charts/bars-and-figures.tsx';
import { DayChart } from './charts/day-chart.tsx';
import { nameSeries, nameTimes } from './charts/series.ts';
import { CountsTable } from './charts/figures-table.tsx';
import { Figure, Figures } from '../kit/figures.tsx';
import { Notice } from '../kit/notice.tsx';

export interface ScanFiguresProps {
  readonly range: ScanRange;
  /** The subject whose days these are. */
  readonly zone: TimeZone;
  /** All statistics of the code. */
  readonly analyticsPath: string;
  /** The code's short link. */
  readonly shortUrl: string;
  readonly lifetimeScans: number;
  /** Whether the code counts its scans now: otherwise, no scan says nothing. */
  readonly isCounted: boolean;
  /** Null if the scan log does not respond. */
  readonly statistics: PeriodStatistics | null;
  /** Whether the statistics are older than a reader expects. */
  readonly isOutdated: boolean;
}

/** All other countries share one bar. */
const COUNTRIES_SHOWN = 6;

/** The charts of a code's scans. A live page replaces only the parts marked `data-part`. */
export function ScanFigures(props: ScanFiguresProps) {
  const { range, zone, analyticsPath, shortUrl, lifetimeScans, isCounted, statistics, isOutdated } = props;
  return (
    <>
      <p class="muted" data-part="as-of">
        {statistics !== null && isOutdated ? <AsOf timeMs={statistics.countedAsOfMs} /> : null}
      </p>
      {statistics === null ? (
        <Notice>
          {say(
            'The charts are not available right now. Scans are still being counted. Please try again in a moment.',
          )}
        </Notice>
      ) : (
        <Charts
          {...{ lifetimeScans, isCounted, shortUrl, statistics, zone }}
          linkTo={(filter) => toAnalyticsPath(analyticsPath, { range, tz: zone }, filter)}
        />
      )}
    </>
  );
}

/** Why figures are old. */
export function AsOf({ timeMs }: { readonly timeMs: number }) {
  return (
    <>
      {sayRich('As of {time}. Newer figures are not available right now; scans are still being counted.', {
        time: <Minute timeMs={timeMs} />,
      })}
    </>
  );
}

type TotalsProps = Pick<ScanFiguresProps, 'range' | 'lifetimeScans' | 'statistics' | 'zone'>;

/** The scans of today, of the period and of all time. A live page renews them separately from the charts. */
export function ScanTotals({ range, lifetimeScans, statistics, zone }: TotalsProps) {
  const last = statistics?.byDay.at(-1);
  const today = statistics && last?.date === toLocalDay(statistics.countedAsOfMs, zone) ? last.scans : null;
  return (
    <Figures live="totals">
      <Figure label={say('Today')} value={today} />
      <Figure
        label={say('Last {days, plural, one {# day} other {# days}}', { days: SCAN_RANGE_DAYS[range] })}
        value={statistics?.totalScans ?? null}
        isEstimated={statistics?.isEstimated ?? false}
        note={
          statistics &&
          say('{visitors, plural, one {# visitor} other {# visitors}}', {
            visitors: statistics.uniqueScans ?? 0,
          })
        }
      />
      <Figure label={say('All time')} value={lifetimeScans} />
    </Figures>
  );
}

function Charts({
  lifetimeScans,
  isCounted,
  shortUrl,
  statistics,
  zone,
  linkTo,
}: Pick<ScanFiguresProps, 'lifetimeScans' | 'isCounted' | 'shortUrl' | 'zone'> & ChartPairProps) {
  const days = statistics.byDay.map(({ date, scans }) => ({ name: formatDay(date), scans }));
  return (
    <>
      <div class="chart">
        <h3>{say('By day')}</h3>
        <div data-part="day-chart">
          <DayChart statistics={statistics} />
          {statistics.totalScans > 0 || !isCounted ? null : (
            <NoScans lifetimeScans={lifetimeScans} shortUrl={shortUrl} />
          )}
        </div>
        <CountsTable
          caption={nameSeries('day')}
          heading={nameTimes('day', zone)}
          counts={days}
          part="day-figures"
        />
      </div>
      <ChartPair statistics={statistics} linkTo={linkTo} />
      <p class="muted" data-part="estimated">
        {statistics.isEstimated
          ? say(
              'There were so many scans that the log keeps a sample: the figures are estimates, and there were at least this many visitors.',
            )
          : null}
      </p>
    </>
  );
}

interface ChartPairProps {
  readonly statistics: PeriodStatistics;
  readonly linkTo: LinkTo;
}

function ChartPair({ statistics, linkTo }: ChartPairProps) {
  return (
    <details class="side-fold for-phones" data-fold>
      <summary class="apart">{say('By device and country')}</summary>
      <div class="halves grid">
        <div class="chart">
          <h3>{say('By device')}</h3>
          <BarsAndFigures by="device" counts={listDevices(statistics)} linkTo={linkTo} />
        </div>
        <div class="chart">
          <h3>{say('By country')}</h3>
          <BarsAndFigures
            by="country"
            counts={nameCounts('country', statistics.breakdowns?.get('country') ?? [])}
            mostBars={COUNTRIES_SHOWN}
            linkTo={linkTo}
          />
        </div>
      </div>
    </details>
  );
}

/** Covers the empty chart, so that nothing moves when the first scan arrives. */
function NoScans({ lifetimeScans, shortUrl }: Pick<ScanFiguresProps, 'lifetimeScans' | 'shortUrl'>) {
  return lifetimeScans > 0 ? (
    <p class="no-scans">
      <span>{say('No scans in this period.')}</span>
    </p>
  ) : (
    <p class="no-scans">
      <span>
        {sayRich('No scans yet: <open>open the short link</open>, or print the code.', {
          open: (text) => (
            <a href={shortUrl} target="_blank" rel="noreferrer noopener">
              {text}
            </a>
          ),
        })}
      </span>
    </p>
  );
}

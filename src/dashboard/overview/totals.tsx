import { say } from '#languages/say.ts';
import { MAX_NEW_CODES } from '#core/scans/ranking.ts';
import { findDetailsStart, type ScanStatistics } from '#core/scans/statistics.ts';
import type { Overview } from '#service/overview/read-overview.ts';
import { formatTotal } from '../kit/format-count.ts';
import { Figure, Figures } from '../kit/figures.tsx';
import { toSeries } from '../scans/charts/series.ts';
import { describeDays, formatAverage, formatFullDay } from '../scans/words.ts';
import { Change } from '../scans/charts/change.tsx';
import { SparkBars, Sparkline, SparkPair } from './sparkline.tsx';

interface TotalsProps {
  readonly overview: Overview;
  /** In the requested zone, or the usual one. */
  readonly today: string;
}

/** The figures of the period, each with a picture of how it came about. */
export function Totals({ overview: { statistics, codes, codeCount }, today }: TotalsProps) {
  const { tag, totalScans, compared, byDay } = statistics;
  const { stretches } = toSeries(statistics, null, today);
  // A day that has just begun would look like a fall.
  const whole = stretches.filter(({ isOpen }) => !isOpen).map(({ scans }) => scans);
  return (
    <Figures>
      <Figure
        label={say('Scans')}
        value={totalScans}
        {...compare(totalScans, compared?.totalScans, compared)}
        picture={<Sparkline values={whole} />}
      />
      <Visitors statistics={statistics} />
      {byDay.length === 1 ? null : <Average statistics={statistics} />}
      <Figure
        label={say('New codes')}
        value={formatTotal({ codes: codes.newCodes, isMore: codes.newCodes >= MAX_NEW_CODES })}
        note={tag === null ? say('{count, number} in total', { count: codeCount }) : null}
        picture={<SparkBars values={codes.newCodesByDay} />}
      />
    </Figures>
  );
}

type Compared = ScanStatistics['compared'];

function compare(now: number, before: number | null | undefined, compared: Compared) {
  if (before === null || before === undefined || !compared) return {};
  const days = describeDays(compared.period);
  return {
    change: <Change now={now} before={before} />,
    note: say('{count, number} before ({days})', { count: before, days }),
  };
}

function Visitors({ statistics }: { readonly statistics: ScanStatistics }) {
  const { period, uniqueScans, compared } = statistics;
  const label = say('Visitors, counted per code');
  const detailsFrom = findDetailsStart(period);
  if (detailsFrom !== null)
    return (
      <Figure
        label={label}
        value={uniqueScans}
        note={say('Known since {day}', { day: formatFullDay(detailsFrom) })}
      />
    );
  if (uniqueScans === null) return <Figure label={label} value={null} note={say('Not known right now')} />;
  const before = compared?.uniqueScans ?? null;
  return (
    <Figure
      label={label}
      value={uniqueScans}
      {...compare(uniqueScans, before, compared)}
      picture={before === null ? null : <SparkPair now={uniqueScans} before={before} />}
    />
  );
}

/** Beside the average, the day with the most scans, and the latest of equal ones. */
function Average({ statistics: { byDay, totalScans } }: { readonly statistics: ScanStatistics }) {
  const busiest = byDay.reduce((most, day, i) => (day.scans >= (byDay[most]?.scans ?? 0) ? i : most), 0);
  const { scans = 0, date = '' } = byDay[busiest] ?? {};
  return (
    <Figure
      label={say('Scans per day')}
      value={formatAverage(totalScans / byDay.length)}
      note={
        scans === 0 ? null : say('Most: {count, number} on {day}', { count: scans, day: formatFullDay(date) })
      }
      picture={<SparkBars values={byDay.map((day) => day.scans)} marked={busiest} />}
    />
  );
}

import { say, sayRich } from '#languages/say.ts';
import { isLogged, type ScanPeriod } from '#core/scans/period.ts';
import type { PeriodStatistics } from '#core/scans/statistics.ts';
import { Minute } from '../frame/utc-time.tsx';
import { BarsAndFigures } from '../scans/charts/bars-and-figures.tsx';
import { CountsTable } from '../scans/charts/figures-table.tsx';
import { Countries } from '../scans/map/countries.tsx';
import { summarize } from '../scans/notable.tsx';
import { SeriesChart } from '../scans/charts/series-chart.tsx';
import { nameSeries, nameTimes, toSeries } from '../scans/charts/series.ts';
import { Uncounted } from '../scans/uncounted.tsx';
import { formatFullDay, listDevices, nameCounts, UTC_INSTEAD } from '../scans/words.ts';
import type { Report } from './read-report.ts';
import { Figure, Figures } from '../kit/figures.tsx';
import { Notice, Problems } from '../kit/notice.tsx';
import { Switch } from '../kit/choices/switch.tsx';
import { ChoicesForm } from '../scans/filters/choice-fields.tsx';
import { REPORT_PERIOD_NAMES, REPORT_PERIODS, type ReportPeriod } from '../scans/sharing/report-period.ts';

/** Statistics for people without an account. They fill a sheet of A4 in print. */
export function ReportPage({ path, report }: { readonly path: string; readonly report: Report }) {
  const { title, asked, period, statistics } = report;
  const utcReason = asked.question.isInUtc ? 'old_days' : (statistics?.sumsReason ?? null);
  return (
    <article class="report">
      <h1 dir="auto">{title}</h1>
      <ReportChoices path={path} asked={asked} period={period} />
      <Uncounted control={report.control} />
      <Problems problems={asked.problems} />
      <p class="muted">
        {sayPeriod(period)} {utcReason === null ? null : <>{say(UTC_INSTEAD[utcReason])} </>}
        {isLogged(period) ? null : (
          <>
            {say('Visitors and countries are known since {day}.', {
              day: formatFullDay(period.loggedFrom),
            })}{' '}
          </>
        )}
        {statistics === null
          ? null
          : sayRich('As of {time}.', { time: <Minute timeMs={statistics.countedAsOfMs} /> })}
      </p>
      {statistics === null ? (
        <Notice>
          {say(
            'The figures are not available right now. Scans are still being counted. Please try again in a moment.',
          )}
        </Notice>
      ) : (
        <ReportFigures {...report} statistics={statistics} />
      )}
    </article>
  );
}

function sayPeriod({ firstDay, lastDay, zone }: ScanPeriod): string {
  const day = formatFullDay(firstDay);
  return firstDay === lastDay
    ? say('Scans on {day}, in the time zone {zone}.', { day, zone })
    : say('Scans from {from} to {to}, in the time zone {zone}.', {
        from: day,
        to: formatFullDay(lastDay),
        zone,
      });
}

function ReportFigures({
  statistics,
  lifetimeScans,
  isOfManyCodes,
  period,
}: Report & { readonly statistics: PeriodStatistics }) {
  const { totalScans, uniqueScans, breakdowns, isEstimated } = statistics;
  const series = toSeries(statistics, null);
  const countries = breakdowns?.get('country') ?? null;
  const sources = breakdowns?.get('source') ?? null;
  return (
    <>
      <Figures>
        <Figure label={say('Scans')} value={totalScans} />
        {uniqueScans === null ? null : (
          <Figure
            label={isOfManyCodes ? say('Visitors, counted per code') : say('Unique visitors')}
            value={uniqueScans}
          />
        )}
        {lifetimeScans === null ? null : <Figure label={say('All-time scans')} value={lifetimeScans} />}
      </Figures>
      {isEstimated ? (
        <p class="muted">
          {say(
            'There were so many scans that the log keeps a sample: the figures are estimates, and there were at least this many visitors.',
          )}
        </p>
      ) : null}
      <div class="chart">
        <h2>{nameSeries(series.unit)}</h2>
        <SeriesChart series={series} summary={summarize(series)} />
        <CountsTable
          caption={nameSeries(series.unit)}
          heading={nameTimes(series.unit, period.zone)}
          counts={series.stretches}
          part="day-figures"
        />
      </div>
      {countries === null ? null : (
        <div class="chart">
          <h2>{say('By country')}</h2>
          <Countries counts={countries} />
        </div>
      )}
      <div class="halves grid">
        <div class="chart">
          <h2>{say('By device')}</h2>
          <BarsAndFigures by="device" counts={listDevices(statistics)} />
        </div>
        {sources === null ? null : (
          <div class="chart">
            <h2>{say('By source')}</h2>
            <BarsAndFigures by="source" counts={nameCounts('source', sources)} />
          </div>
        )}
      </div>
    </>
  );
}

interface ReportChoicesProps {
  readonly path: string;
  readonly asked: ReportPeriod;
  /** The period that is shown. */
  readonly period: ScanPeriod;
}

/** The periods of a report one tap away, and a form for any days; neither is printed. */
function ReportChoices({ path, asked: { name, question }, period }: ReportChoicesProps) {
  const { timeZone } = question;
  const zone = timeZone === undefined ? '' : `&tz=${encodeURIComponent(timeZone)}`;
  return (
    <div class="report-choices">
      <Switch
        label={say('Period')}
        choices={REPORT_PERIOD_NAMES.map((one) => ({
          label: say(REPORT_PERIODS[one]),
          href: `${path}?range=${one}${zone}`,
          isChosen: one === name,
        }))}
      />
      <details>
        <summary>{say('Other days')}</summary>
        <ChoicesForm action={path} period={period} zone={timeZone ?? period.zone} />
      </details>
    </div>
  );
}

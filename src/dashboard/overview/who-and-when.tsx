import { say, sayRich } from '#languages/say.ts';
import type { PropsWithChildren } from 'hono/jsx';
import type { ScanFilter } from '#core/scans/filter.ts';
import { findDetailsStart, type PeriodStatistics } from '#core/scans/statistics.ts';
import { Minute } from '../frame/utc-time.tsx';
import { BarsAndFigures } from '../scans/charts/bars-and-figures.tsx';
import { Countries } from '../scans/map/countries.tsx';
import type { Question } from '../scans/question.ts';
import { formatFullDay, isOutdated, listDevices } from '../scans/words.ts';
import { toFilteredPath } from './query.ts';
import { HeatMap } from '../scans/charts/heat-map.tsx';
import { Notice } from '../kit/notice.tsx';

/** Devices, countries and hours. `children` is the card beside devices and hours. */
export function WhoAndWhen({
  statistics,
  question,
  nowMs,
  children,
}: PropsWithChildren<{
  readonly statistics: PeriodStatistics;
  readonly question: Question;
  readonly nowMs: number;
}>) {
  const { breakdowns, detailsAsOfMs, isEstimated } = statistics;
  const detailsFrom = findDetailsStart(statistics.period);
  const countries = breakdowns && (breakdowns.get('country') ?? []);
  // Filters need single scans: for a period that began earlier, a click would lead to other days.
  const linkTo = detailsFrom === null ? (filter: ScanFilter) => toFilteredPath(question, filter) : undefined;
  const hours = breakdowns?.get('week_hour') ?? null;
  return (
    <>
      {breakdowns === null ? (
        <Notice>
          {say(
            'Countries and hours are being counted, or are not available right now. Please look again in a minute.',
          )}
        </Notice>
      ) : null}
      <div class="board">
        {children}
        <div>
          <section class="chart card" aria-labelledby="devices">
            <h2 id="devices">{say('Devices')}</h2>
            <BarsAndFigures by="device" counts={listDevices(statistics)} linkTo={linkTo} />
          </section>
          {hours === null ? null : (
            <HeatMap hours={hours.map(({ scans }) => scans)} zone={statistics.period.zone} />
          )}
        </div>
      </div>
      {countries === null ? null : (
        <section class="chart card" aria-labelledby="countries">
          <h2 id="countries">{say('Countries')}</h2>
          <Countries counts={countries} linkTo={linkTo} />
        </section>
      )}
      {detailsAsOfMs === null || !isOutdated(detailsAsOfMs, nowMs) ? null : (
        <p class="muted">
          {sayRich('Visitors, countries and hours as of {time}.', {
            time: <Minute timeMs={detailsAsOfMs} />,
          })}
        </p>
      )}
      {detailsFrom === null || breakdowns === null ? null : (
        <p class="muted">
          {say('Visitors, countries and hours are known since {day}.', { day: formatFullDay(detailsFrom) })}
        </p>
      )}
      {isEstimated ? (
        <p class="muted">
          {say(
            'There were so many scans that visitors, countries and hours are estimated from a sample of them.',
          )}
        </p>
      ) : null}
    </>
  );
}

import { perLanguage, say } from '#languages/say.ts';
import { HOURS_OF_DAY } from '#core/scans/dimension.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { DAY_MS } from '#core/utc-day.ts';

/** From Monday to Sunday. */
const weekdays = perLanguage((locale) => {
  const [long, short] = (['long', 'short'] as const).map(
    (weekday) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }),
  );
  return Array.from({ length: 7 }, (_, i) => {
    const timeMs = MONDAY_MS + i * DAY_MS;
    return { long: long?.format(timeMs) ?? '', short: short?.format(timeMs) ?? '' };
  });
});

/** Any Monday. */
const MONDAY_MS = Date.UTC(2026, 10, 23);

/** Colours in addition to the one for nothing: `--heat-1` to `--heat-5` of the tokens. */
export const STEPS = 5;

/** The hours that are written above the map. */
const LABELLED_EVERY = 6;

/** When codes are scanned: the hours of the week as a table, whose cells have a colour to see and a number for screen readers. */
export function HeatMap({ hours, zone }: { readonly hours: readonly number[]; readonly zone: TimeZone }) {
  const most = Math.max(0, ...hours);
  const columns = Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour);
  return (
    <section class="chart card" aria-labelledby="hours">
      <h2 id="hours">{say('Hours of the week')}</h2>
      <table class="heat-map">
        <caption class="fine">
          {most === 0 ? say('No scans in this period.') : describeBusiest(hours, most)}{' '}
          {say('Time zone: {zone}.', { zone })}
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((hour) => (
              <th scope="col">
                <span class={hour % LABELLED_EVERY === 0 ? undefined : 'visually-hidden'}>
                  {formatHour(hour)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays().map(({ long, short }, day) => (
            <tr>
              <th scope="row">
                <abbr title={long}>{short}</abbr>
              </th>
              {columns.map((hour) => (
                <Cell
                  day={long}
                  hour={formatHour(hour)}
                  scans={hours[day * HOURS_OF_DAY + hour] ?? 0}
                  most={most}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  readonly day: string;
  readonly hour: string;
  readonly scans: number;
  readonly most: number;
}

function Cell({ day, hour, scans, most }: CellProps) {
  const says = say('{day}, {hour}: {scans, plural, one {# scan} other {# scans}}', { day, hour, scans });
  return (
    <td class={`heat-${toStep(scans, most)}`} title={says}>
      <span class="visually-hidden">{scans}</span>
    </td>
  );
}

/** 0 for nothing; otherwise 1 to 5, by the share of the busiest hour. */
export function toStep(scans: number, most: number): number {
  return scans === 0 ? 0 : Math.max(1, Math.ceil((STEPS * scans) / most));
}

function describeBusiest(hours: readonly number[], most: number): string {
  const busiest = hours.indexOf(most);
  const hour = busiest % HOURS_OF_DAY;
  return say('Most scans: {day} from {from} to {to}, {scans, plural, one {# scan} other {# scans}}.', {
    day: weekdays()[Math.floor(busiest / HOURS_OF_DAY)]?.long ?? '',
    from: formatHour(hour),
    to: formatHour(hour + 1),
    scans: most,
  });
}

/** `09:00` */
function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

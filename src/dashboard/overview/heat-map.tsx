import { HOURS_OF_DAY } from '#core/scans/dimension.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { formatScans } from '../scans/words.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

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
      <h2 id="hours">Hours of the week</h2>
      <table class="heat-map">
        <caption>
          {most === 0 ? 'No scans in this period.' : describeBusiest(hours, most)} Time zone: {zone}.
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
          {WEEKDAYS.map((weekday, day) => (
            <tr>
              <th scope="row">
                <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
              </th>
              {columns.map((hour) => (
                <Cell
                  name={`${weekday}, ${formatHour(hour)}`}
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

function Cell({
  name,
  scans,
  most,
}: {
  readonly name: string;
  readonly scans: number;
  readonly most: number;
}) {
  return (
    <td class={`heat-${toStep(scans, most)}`} title={`${name}: ${formatScans(scans)}`}>
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
  const day = WEEKDAYS[Math.floor(busiest / HOURS_OF_DAY)] ?? '';
  return `Most scans: ${day} from ${formatHour(busiest % HOURS_OF_DAY)} to ${formatHour((busiest % HOURS_OF_DAY) + 1)}, ${formatScans(most)}.`;
}

/** `09:00` */
function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

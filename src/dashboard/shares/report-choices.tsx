import type { ScanPeriod } from '#core/scans/period.ts';
import { CHOSEN_FIELD } from '../frame/choices-form.tsx';
import { DayFields, ZoneField } from '../scans/choice-fields.tsx';
import { REPORT_PERIOD_NAMES, REPORT_PERIODS, type ReportPeriod } from './report-period.ts';

interface ReportChoicesProps {
  readonly path: string;
  readonly asked: ReportPeriod;
  /** The one that is shown. */
  readonly period: ScanPeriod;
}

/** The periods of a report one tap away, and any days in a form; neither is printed. */
export function ReportChoices({ path, asked: { name, question }, period }: ReportChoicesProps) {
  const { timeZone } = question;
  const zone = timeZone === undefined ? '' : `&tz=${encodeURIComponent(timeZone)}`;
  return (
    <div class="report-choices">
      <nav class="range-switch" aria-label="Period">
        <ul>
          {REPORT_PERIOD_NAMES.map((one) => (
            <li>
              <a href={`${path}?range=${one}${zone}`} aria-current={one === name ? 'true' : undefined}>
                {REPORT_PERIODS[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <details>
        <summary>Other days</summary>
        <form class="choices" method="get" action={path}>
          <input type="hidden" {...CHOSEN_FIELD} />
          <DayFields period={period} />
          <ZoneField zone={timeZone ?? period.zone} />
          <button type="submit" class="secondary outline">
            Show
          </button>
        </form>
      </details>
    </div>
  );
}

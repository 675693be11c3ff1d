import { say } from '#languages/say.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { Switch } from '../kit/choices/switch.tsx';
import { ChoicesForm } from '../scans/filters/choice-fields.tsx';
import { REPORT_PERIOD_NAMES, REPORT_PERIODS, type ReportPeriod } from '../scans/sharing/report-period.ts';

interface ReportChoicesProps {
  readonly path: string;
  readonly asked: ReportPeriod;
  /** The period that is shown. */
  readonly period: ScanPeriod;
}

/** The periods of a report one tap away, and a form for any days; neither is printed. */
export function ReportChoices({ path, asked: { name, question }, period }: ReportChoicesProps) {
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

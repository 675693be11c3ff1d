import type { NamedComparison, ScanPeriod } from '#core/scans/period.ts';
import { SCAN_RANGES } from '#core/scans/range.ts';
import { addDays } from '#core/utc-day.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { TimeZones } from '../time-zones.tsx';
import { ChosenFields } from '../../frame/choices-form.tsx';
import { Button } from '../../kit/buttons.tsx';
import { Switch } from '../../kit/choices/switch.tsx';
import type { Question } from '../question.ts';
import { RANGE_NAMES } from '../words.ts';

interface PeriodSwitchProps {
  /** The period that is shown. */
  readonly period: ScanPeriod;
  /** In the requested zone. */
  readonly today: string;
  readonly hasYesterday?: boolean;
  readonly hrefOf: (days: Pick<Question, 'range' | 'from' | 'to'>) => string;
}

/** The usual periods, one tap away. */
export function PeriodSwitch({ period: { name }, today, hasYesterday, hrefOf }: PeriodSwitchProps) {
  const yesterday = addDays(today, -1);
  const days: readonly (readonly [PlainMessage, string])[] = [
    ['Today', today],
    ...(hasYesterday ? [['Yesterday', yesterday] as const] : []),
  ];
  return (
    <Switch
      label={say('Period')}
      choices={[
        ...days.map(([label, day]) => ({
          label: say(label),
          href: hrefOf({ range: undefined, from: day, to: day }),
          isChosen: name === `${day}/${day}`,
        })),
        ...SCAN_RANGES.map((range) => ({
          label: say(RANGE_NAMES[range]),
          href: hrefOf({ range, from: undefined, to: undefined }),
          isChosen: name === range,
        })),
      ]}
    />
  );
}

const COMPARISONS: readonly (readonly [NamedComparison | 'none', PlainMessage])[] = [
  ['none', 'Nothing'],
  ['previous_period', 'Previous period'],
  ['previous_year', 'Previous year'],
];

interface ChoicesFormProps {
  readonly action: string;
  /** The period that is shown. */
  readonly period: ScanPeriod;
  /** As requested. */
  readonly zone: string;
  /** The last day that can be chosen; without it, any. */
  readonly today?: string;
  /** The tags to choose from, and the chosen one, which may no longer exist. */
  readonly tags?: { readonly known: readonly string[]; readonly chosen: string | undefined } | null;
  /** Absent if there is no comparison. */
  readonly compare?: NamedComparison | 'none';
  /** Parameters that stay unchanged. */
  readonly kept?: readonly (readonly [name: string, value: string])[];
}

/** Chooses scans. It works without a script: it sends `from`, `to`, `tz`, `tag` and `compare`, and leads to the address of the choice. */
export function ChoicesForm(props: ChoicesFormProps) {
  const { action, period, zone, today, tags, compare, kept = [] } = props;
  return (
    <form class="choices cluster" method="get" action={action}>
      <ChosenFields range={SCAN_RANGES.find((range) => range === period.name)} period={period} />
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {tags ? <TagChoice {...tags} /> : null}
      <label>
        {say('From')}
        <input type="date" name="from" value={period.firstDay} min="2000-01-01" max={today} />
      </label>
      <label>
        {say('To')}
        <input type="date" name="to" value={period.lastDay} min="2000-01-01" max={today} />
      </label>
      <ZoneField zone={zone} />
      {compare === undefined ? null : (
        <label>
          {say('Compare with')}
          <select name="compare">
            {COMPARISONS.map(([value, name]) => (
              <option value={value} selected={value === compare}>
                {say(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Button kind="second">{say('Show')}</Button>
    </form>
  );
}

function TagChoice({ known, chosen }: NonNullable<ChoicesFormProps['tags']>) {
  const names = chosen === undefined || known.includes(chosen) ? known : [chosen, ...known];
  if (names.length === 0) return null;
  return (
    <label>
      {say('Codes')}
      <select name="tag">
        <option value="">{say('All codes')}</option>
        {names.map((name) => (
          <option value={name} selected={name === chosen}>
            {say('Tag {tag}', { tag: name })}
          </option>
        ))}
      </select>
    </label>
  );
}

function ZoneField({ zone }: { readonly zone: string }) {
  return (
    <>
      <label>
        {say('Time zone')}
        <input
          name="tz"
          value={zone}
          list="time-zones"
          autocomplete="off"
          spellcheck={false}
          placeholder={say('Time zone of this device')}
        />
      </label>
      <TimeZones />
    </>
  );
}

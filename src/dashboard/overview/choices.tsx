import type { Child } from 'hono/jsx';
import type { Comparison, ScanPeriod } from '#core/scans/period.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGES } from '#core/scans/range.ts';
import { ChosenFields } from '../frame/choices-form.tsx';
import { DayFields, TagChoice, ZoneField } from '../scans/choice-fields.tsx';
import { askedZoneOf, type Question } from '../scans/question.ts';
import { formatDay, formatFullDay, RANGE_NAMES } from '../scans/words.ts';
import { toOverviewPath } from './query.ts';

interface ChoicesProps {
  readonly question: Question;
  /** The one that is shown. */
  readonly period: ScanPeriod;
  /** By the clocks of the zone that was asked for, or is usual. */
  readonly today: string;
  readonly tags: readonly string[];
}

/** The usual periods, one tap away. */
export function Periods({ question, today }: Pick<ChoicesProps, 'question' | 'today'>) {
  const isToday = question.from === today && (question.to ?? today) === today;
  const isRange = question.from === undefined;
  return (
    <nav class="range-switch" aria-label="Period">
      <ul>
        <Period
          href={toOverviewPath(question, { range: undefined, from: today, to: today })}
          isChosen={isToday}
        >
          Today
        </Period>
        {SCAN_RANGES.map((range) => (
          <Period
            href={toOverviewPath(question, { range, from: undefined, to: undefined })}
            isChosen={isRange && (question.range ?? DEFAULT_SCAN_RANGE) === range}
          >
            {RANGE_NAMES[range]}
          </Period>
        ))}
      </ul>
    </nav>
  );
}

function Period({
  href,
  isChosen,
  children,
}: {
  readonly href: string;
  readonly isChosen: boolean;
  readonly children: Child;
}) {
  return (
    <li>
      <a href={href} aria-current={isChosen ? 'true' : undefined}>
        {children}
      </a>
    </li>
  );
}

/**
 * What is shown, in one line, and a form to change it. It is closed, because it would fill a phone. It works without a script: it leads to
 * the address of what was chosen.
 */
export function Choices({ question, period, today, tags }: ChoicesProps) {
  return (
    <details class="overview-choices">
      <summary>
        {describeDays(period)} · {period.zone}
        {question.tag === undefined ? null : (
          <>
            {' · '}
            <span dir="auto">{question.tag}</span>
          </>
        )}{' '}
        <span class="change">Change</span>
      </summary>
      <form class="choices" method="get" action="/overview">
        <ChosenFields
          range={question.from === undefined ? (question.range ?? DEFAULT_SCAN_RANGE) : undefined}
          period={period}
        />
        <DayFields period={period} today={today} />
        <label>
          Compare with
          <select name="compare">
            {COMPARISONS.map(([value, name]) => (
              <option value={value} selected={(question.compare ?? 'none') === value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <TagChoice tags={tags} tag={question.tag ?? null} />
        <ZoneField zone={askedZoneOf(question)} />
        <button type="submit" class="secondary outline">
          Show
        </button>
      </form>
    </details>
  );
}

const COMPARISONS: readonly (readonly [Comparison | 'none', string])[] = [
  ['previous_period', 'the days before'],
  ['previous_year', 'the year before'],
  ['none', 'nothing'],
];

/** `Sat, 21 Nov 2026`, or `23 Oct to 21 Nov 2026`. */
function describeDays({ firstDay, lastDay }: ScanPeriod): string {
  if (firstDay === lastDay) return formatFullDay(firstDay);
  const year = lastDay.slice(0, 4);
  const isOneYear = firstDay.startsWith(year);
  return `${formatDay(firstDay)}${isOneYear ? '' : ` ${firstDay.slice(0, 4)}`} to ${formatDay(lastDay)} ${year}`;
}

import type { Child } from 'hono/jsx';
import type { Comparison, ScanPeriod } from '#core/scans/period.ts';
import { SCAN_RANGES, type ScanRange } from '#core/scans/range.ts';
import { addDays } from '#core/utc-day.ts';
import { ChosenFields } from '../frame/choices-form.tsx';
import { DayFields, TagChoice, ZoneField } from './choice-fields.tsx';
import { askedZoneOf, listParameters, type Question, toQuery, withoutFilter } from './question.ts';
import type { Subject } from './subject.ts';
import { DIMENSION_NAMES, nameValue, RANGE_NAMES } from './words.ts';

interface ChoicesProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly period: ScanPeriod;
  /** By the clocks of the period's zone. */
  readonly today: string;
}

const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  previous_period: 'Previous period',
  previous_year: 'Previous year',
};

/** Which scans are shown: everything is in the address, so that all of it works without a script, and can be kept and sent. */
export function Choices(props: ChoicesProps) {
  return (
    <div class="scan-choices">
      <Periods {...props} />
      <ChoicesForm {...props} />
      <FilterChips {...props} />
    </div>
  );
}

function Periods({ subject: { path }, question, period, today }: ChoicesProps) {
  const { name } = period;
  const days = [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: addDays(today, -1), to: addDays(today, -1) },
  ];
  return (
    <nav class="range-switch" aria-label="Period">
      <ul>
        {days.map(({ label, from, to }) => (
          <li>
            <Choice
              isChosen={name === `${from}/${to}`}
              href={path + toQuery(question, { range: undefined, from, to })}
            >
              {label}
            </Choice>
          </li>
        ))}
        {SCAN_RANGES.map((range) => (
          <li>
            <Choice
              isChosen={name === range}
              href={path + toQuery(question, { range, from: undefined, to: undefined })}
            >
              {RANGE_NAMES[range]}
            </Choice>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Choice({
  href,
  isChosen,
  children,
}: {
  readonly href: string;
  readonly isChosen: boolean;
  readonly children: Child;
}) {
  return (
    <a href={href} aria-current={isChosen ? 'true' : undefined}>
      {children}
    </a>
  );
}

function ChoicesForm({ subject: { path, tags }, question, period, today }: ChoicesProps) {
  const own = new Set(['range', 'from', 'to', 'tz', 'compare', 'tag']);
  const kept = listParameters(question).filter(([name]) => !own.has(name));
  return (
    <form method="get" action={path} class="scan-choices-form">
      <ChosenFields range={rangeOf(period)} period={period} />
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {tags === null ? null : <TagChoice tags={tags} tag={question.tag ?? null} />}
      <DayFields period={period} today={today} />
      <ZoneField zone={askedZoneOf(question)} />
      <label>
        Compare with
        <select name="compare">
          <option value="none">Nothing</option>
          {Object.entries(COMPARISON_NAMES).map(([value, name]) => (
            <option value={value} selected={question.compare === value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Show</button>
    </form>
  );
}

function rangeOf({ name }: ScanPeriod): ScanRange | undefined {
  return SCAN_RANGES.find((range) => range === name);
}

function FilterChips({ subject: { path }, question }: ChoicesProps) {
  const { filters } = question;
  if (filters.length === 0) return null;
  return (
    <ul class="filter-chips" aria-label="Filters">
      {filters.map(({ dimension, value }) => (
        <li>
          <a href={path + toQuery(question, { filters: withoutFilter(filters, dimension) })}>
            <span class="visually-hidden">Remove the filter </span>
            <span dir="auto">{`${DIMENSION_NAMES[dimension]}: ${nameValue(dimension, value)}`}</span>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      {filters.length > 1 ? (
        <li>
          <a href={path + toQuery(question, { filters: [] })}>Remove all</a>
        </li>
      ) : null}
    </ul>
  );
}

/** The dimensions as tabs: each is a page of its own, and one question to the log. */
export function DimensionTabs({
  subject: { path, dimensions },
  question,
}: Pick<ChoicesProps, 'subject' | 'question'>) {
  return (
    <nav class="dimension-tabs" aria-label="Breakdown">
      <ul>
        {dimensions.map((by) => (
          <li>
            <Choice isChosen={question.by === by} href={`${path}${toQuery(question, { by })}#breakdown`}>
              {DIMENSION_NAMES[by]}
            </Choice>
          </li>
        ))}
      </ul>
    </nav>
  );
}

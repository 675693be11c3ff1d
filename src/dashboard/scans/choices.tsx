import type { ScanPeriod } from '#core/scans/period.ts';
import { Switch } from '../kit/switch.tsx';
import { ChoicesForm, PeriodSwitch } from './choice-fields.tsx';
import { askedZoneOf, listParameters, type Question, toQuery, withoutFilter } from './question.ts';
import type { Subject } from './subject.ts';
import { DIMENSION_NAMES, nameValue } from './words.ts';

interface AboutProps {
  readonly subject: Subject;
  readonly question: Question;
}

interface ChoicesProps extends AboutProps {
  readonly period: ScanPeriod;
  /** In the period's zone. */
  readonly today: string;
}

/** The choice of scans: the address contains all of it, so that it works without a script, and can be bookmarked and shared. */
export function Choices({ subject, question, period, today }: ChoicesProps) {
  const { path, tags } = subject;
  return (
    <div class="scan-choices">
      <PeriodSwitch {...{ period, today }} hasYesterday hrefOf={(days) => path + toQuery(question, days)} />
      <ChoicesForm
        {...{ period, today }}
        action={path}
        zone={askedZoneOf(question)}
        tags={tags && { known: tags, chosen: question.tag }}
        compare={question.compare ?? 'none'}
        kept={listParameters(question).filter(([name]) => name === 'filter' || name === 'by')}
      />
      <FilterChips {...{ subject, question }} />
    </div>
  );
}

function FilterChips({ subject: { path }, question }: AboutProps) {
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

/** Each dimension is a separate page, and one query of the log. */
export function DimensionSwitch({ subject: { path, dimensions }, question }: AboutProps) {
  return (
    <Switch
      label="Breakdown"
      choices={dimensions.map((by) => ({
        label: DIMENSION_NAMES[by],
        href: `${path}${toQuery(question, { by })}#breakdown`,
        isChosen: question.by === by,
      }))}
    />
  );
}

import { HOURS_OF_DAY } from '#core/scans/dimension.ts';
import { DEVICES } from '#core/scans/device.ts';
import type { FilterDimension } from '#core/scans/filter.ts';
import { OTHER_VALUES } from '#core/scans/statistics.ts';
import { say } from '#languages/say.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { FilterChips } from '../kit/filters.tsx';
import { Menu } from '../kit/menu.tsx';
import { type Question, toQuery, withFilter, withoutFilter } from './question.ts';
import type { Subject } from './subject.ts';
import { DIMENSION_NAMES, nameFilter, nameValue } from './words.ts';

interface FiltersProps {
  readonly subject: Subject;
  readonly question: Question;
  /** Null if nothing is known right now. */
  readonly statistics: Statistics | null;
}

/** A menu to add a filter, and the chosen ones. All are links, so that they work without a script. */
export function Filters({ subject, question, statistics }: FiltersProps) {
  const { path } = subject;
  const { filters } = question;
  return (
    <>
      <Menu label={say('Add filter')} icon="list-filter">
        <ul class="dimensions">
          {subject.dimensions.map((dimension) => (
            <li>
              <Dimension
                {...{ path, question, dimension }}
                values={listValues(dimension, question, statistics)}
              />
            </li>
          ))}
        </ul>
      </Menu>
      <FilterChips
        chips={filters.map((filter) => ({
          href: path + toQuery(question, { filters: withoutFilter(filters, filter.dimension) }),
          name: nameFilter(filter),
          shown: <span dir="auto">{nameFilter(filter)}</span>,
        }))}
        clear={path + toQuery(question, { filters: [] })}
      />
    </>
  );
}

interface DimensionProps {
  readonly path: string;
  readonly question: Question;
  readonly dimension: FilterDimension;
  readonly values: readonly (string | null)[] | null;
}

/** A dimension of the menu: its values, or the page that lists them if they are not known here. */
function Dimension({ path, question, dimension, values }: DimensionProps) {
  const name = say(DIMENSION_NAMES[dimension]);
  if (values === null) return <a href={`${path}${toQuery(question, { by: dimension })}#breakdown`}>{name}</a>;
  return (
    <details name="filter-dimension">
      <summary>{name}</summary>
      <ul>
        {values.map((value) => (
          <li>
            <a href={path + toQuery(question, withFilter(question, { dimension, value }))} dir="auto">
              {nameValue(dimension, value)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** More values are in the list below, which has all of them. */
const VALUES_SHOWN = 12;

/** The values to choose from: a list of the log for one dimension at a time, and those that never change; null if there are none. */
function listValues(
  dimension: FilterDimension,
  { by }: Question,
  statistics: Statistics | null,
): readonly (string | null)[] | null {
  if (dimension === 'device') return DEVICES;
  if (dimension === 'hour') return Array.from({ length: HOURS_OF_DAY }, (_, hour) => String(hour));
  const counts = dimension === by ? (statistics?.breakdowns?.get(by) ?? []) : [];
  const values = counts.map(({ value }) => value).filter((value) => value !== OTHER_VALUES);
  return values.length === 0 ? null : values.slice(0, VALUES_SHOWN);
}

import type { Child } from 'hono/jsx';
import { HOURS_OF_DAY, KNOWN_VALUES } from '#core/scans/dimension.ts';
import type { FilterDimension } from '#core/scans/filter.ts';
import { say } from '#languages/say.ts';
import { FilterChips } from '../../kit/choices/filters.tsx';
import { Menu } from '../../kit/choices/menu.tsx';
import { type Question, toFilterPath, toQuery, withFilter, withoutFilter } from '../question.ts';
import type { Subject } from '../subject.ts';
import { DIMENSION_NAMES, nameFilter, nameValue } from '../words.ts';

interface FiltersProps {
  readonly subject: Subject;
  readonly question: Question;
  /** The tags to choose from; null for the scans of one code. */
  readonly tags: readonly string[] | null;
}

/** A menu to add a filter, and the chosen ones. All are links, so that they work without a script. */
export function Filters({ subject, question, tags }: FiltersProps) {
  const { path } = subject;
  const { filters, tag } = question;
  const chips = filters.map((filter) => ({
    href: path + toQuery(question, { filters: withoutFilter(filters, filter.dimension) }),
    name: nameFilter(filter),
  }));
  if (tag !== undefined && tags !== null)
    chips.unshift({ href: path + toQuery(question, { tag: undefined }), name: say('Tag {tag}', { tag }) });
  return (
    <>
      <Menu label={say('Add filter')} icon="list-filter" words={say('narrow, only, segment')}>
        <ul class="dimensions">
          {tags === null || tags.length === 0 ? null : (
            <Entry name={say('Tag')}>
              <ul>
                {tags.map((name) => (
                  <li>
                    <a
                      href={path + toQuery(question, { tag: name })}
                      dir="auto"
                      aria-current={name === tag ? 'true' : undefined}
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </Entry>
          )}
          {subject.dimensions.map((dimension) => (
            <Dimension {...{ path, question, dimension }} />
          ))}
        </ul>
      </Menu>
      <FilterChips
        chips={chips.map(({ href, name }) => ({ href, name, shown: <span dir="auto">{name}</span> }))}
        clear={path + toQuery(question, { filters: [], tag: undefined })}
      />
    </>
  );
}

interface EntryProps {
  readonly name: string;
  /** The page that has its values, which the script shows here instead of a link to it: browser/scans/filter-values.ts. */
  readonly values?: string;
  readonly children: Child;
}

function Entry({ name, values, children }: EntryProps) {
  return (
    <li>
      <details name="filter-dimension" data-values={values}>
        <summary>{name}</summary>
        {children}
      </details>
    </li>
  );
}

interface DimensionProps {
  readonly path: string;
  readonly question: Question;
  readonly dimension: FilterDimension;
}

/** A dimension of the menu: its values if they never change, or else the way to those that occurred. */
function Dimension({ path, question, dimension }: DimensionProps) {
  const name = say(DIMENSION_NAMES[dimension]);
  const values = listFixedValues(dimension);
  if (values === null) {
    const page = toFilterPath(path, question, dimension);
    return (
      <Entry name={name} values={page}>
        <a href={page} data-all-values>
          {say('All values')}
        </a>
      </Entry>
    );
  }
  return (
    <Entry name={name}>
      <ul>
        {values.map((value) => (
          <li>
            <a href={path + toQuery(question, withFilter(question, { dimension, value }))}>
              {nameValue(dimension, value)}
            </a>
          </li>
        ))}
      </ul>
    </Entry>
  );
}

/** Null for a dimension whose values depend on who scanned. */
function listFixedValues(dimension: FilterDimension): readonly string[] | null {
  if (dimension === 'hour') return Array.from({ length: HOURS_OF_DAY }, (_, hour) => String(hour));
  return KNOWN_VALUES[dimension] ?? null;
}

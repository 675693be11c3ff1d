import { CONTENT_TYPES } from '#core/content/content.ts';
import type { ListSort } from '#core/lists/sort.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { STATUS_NAMES } from '../../control/words.ts';
import { CONTENT_NAMES } from '../content-names.ts';
import { Field, Filled } from '../../kit/field.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { type CodeListQuery, type Parameters, toListPath, withParameter } from './list-query.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The filters with a single value. The first choice means no filter; its label is shown while there is none. */
const FILTERS: readonly {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}[] = [
  {
    name: 'type',
    label: 'Content',
    choices: [
      { value: '', label: 'Any content' },
      ...CONTENT_TYPES.map((type) => ({ value: type, label: CONTENT_NAMES[type] })),
    ],
  },
  {
    name: 'kind',
    label: 'Kind',
    choices: [
      { value: '', label: 'All kinds' },
      { value: 'dynamic', label: 'Dynamic' },
      { value: 'static', label: 'Static' },
    ],
  },
  {
    name: 'status',
    label: 'State',
    choices: [
      { value: '', label: 'All states' },
      ...CODE_STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
    ],
  },
  {
    name: 'target',
    label: 'Target',
    choices: [
      { value: '', label: 'Any target' },
      { value: 'broken', label: 'Broken target' },
    ],
  },
  {
    name: 'archived',
    label: 'Archive',
    choices: [
      { value: '', label: 'Not archived' },
      { value: 'true', label: 'Archived' },
      { value: 'any', label: 'Archived or not' },
    ],
  },
];

/** Every order has a name here; the heads of the columns link to some of them. */
const ORDER: (typeof FILTERS)[number] = {
  name: 'sort',
  label: 'Order',
  choices: [
    { value: '', label: 'Newest first' },
    { value: 'created_at', label: 'Oldest first' },
    { value: '-updated_at', label: 'Recently changed first' },
    { value: '-scans', label: 'Most scans first' },
    { value: '-last_scan_at', label: 'Recently scanned first' },
    { value: 'title', label: 'By title' },
  ] satisfies { value: ListSort | ''; label: string }[],
};

interface CodeFilterProps {
  readonly query: CodeListQuery;
  /** The states that are offered as filters. */
  readonly tags: readonly string[];
}

/**
 * Search and filters of the list. The address contains them, so that people can bookmark a search. Each filter is a menu of links: it works
 * at once, with and without a script. On a phone, the menus are behind one button, and the chosen filters stay in view.
 */
export function CodeFilter({ query, tags }: CodeFilterProps) {
  const { form, parameters } = query;
  const chosen = listChosen(parameters);
  const isFiltered = query.isFiltered || form.hasErrors;
  return (
    <search class="filter">
      <form action="/codes">
        {parameters
          .filter(([name]) => name !== 'q')
          .map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        <Filled.Provider value={form}>
          {' '}
          <Field
            name="q"
            label="Search"
            attributes={{
              type: 'search',
              maxlength: LONGEST_SEARCH,
              placeholder: 'Title, target, link or tag',
              autocomplete: 'off',
            }}
          />
        </Filled.Provider>
        <button type="submit" class="secondary outline">
          Search
        </button>
      </form>
      {/* Empty: wherever there is room, the menus below stand without it. The style sheet ties them to it on a phone. */}
      <details class="filter-switch">
        <summary class="button secondary outline">
          Filters
          <SetFilters count={chosen.filter(({ name }) => name !== ORDER.name).length} />
        </summary>
      </details>
      <div class="filters" role="group" aria-label="Filters">
        {FILTERS.map(({ name, label, choices }) => (
          <FilterMenu name={name} label={label} choices={choices} parameters={parameters} />
        ))}
        <TagMenu tags={tags} parameters={parameters} />
        <FilterMenu {...ORDER} parameters={parameters} />
      </div>
      {chosen.length > 0 || isFiltered ? (
        <ul class="filter-chips" aria-label="Chosen">
          {chosen.map((one) => (
            <Chip {...one} />
          ))}
          {isFiltered ? (
            <li>
              <a class="clear" href="/codes">
                Clear all
              </a>
            </li>
          ) : null}
        </ul>
      ) : null}
    </search>
  );
}

function SetFilters({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span class="count">
        {count}
        <span class="visually-hidden"> set</span>
      </span>
    </>
  );
}

interface Chosen {
  readonly name: string;
  readonly value: string;
  /** Its name in the menu; for a tag, the tag. */
  readonly label: string;
  /** The list without it. */
  readonly href: string;
}

/** The differences from the plain list, except the search text, which its field shows. */
function listChosen(parameters: Parameters): Chosen[] {
  const menus = [...FILTERS, ORDER];
  return parameters.flatMap(([name, value], i) => {
    const choices = menus.find((menu) => menu.name === name)?.choices ?? [];
    const label =
      name === 'tag' ? value : choices.find((choice) => choice.value === value && value !== '')?.label;
    const href = toListPath(parameters.filter((_, other) => other !== i));
    return label === undefined ? [] : [{ name, value, label, href }];
  });
}

function Chip({ name, label, href }: Chosen) {
  const isOrder = name === ORDER.name;
  return (
    <li class={name === 'tag' ? undefined : 'in-menu'}>
      <a href={href}>
        <span class="visually-hidden">{isOrder ? 'Remove the order ' : 'Remove the filter '}</span>
        {name === 'tag' ? <TagChip tag={label} /> : label}
        <span aria-hidden="true"> ×</span>
      </a>
    </li>
  );
}

function FilterMenu({
  name,
  label,
  choices,
  parameters,
}: (typeof FILTERS)[number] & { readonly parameters: Parameters }) {
  const value = parameters.find(([other]) => other === name)?.[1] ?? '';
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <details class="dropdown" name="filter">
      <summary class={value === '' ? undefined : 'chosen'}>
        <span class="visually-hidden">{label}: </span>
        {chosen?.label}
      </summary>
      <ul>
        {choices.map((choice) => (
          <li>
            <a
              href={toListPath(withParameter(parameters, name, choice.value))}
              aria-current={choice === chosen ? 'true' : undefined}
            >
              {choice.label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A code must have all chosen tags: each link adds or removes one. */
function TagMenu({
  tags,
  parameters,
}: {
  readonly tags: readonly string[];
  readonly parameters: Parameters;
}) {
  const chosen = parameters.flatMap(([name, value]) => (name === 'tag' ? [value] : []));
  const chosenKeys = new Set(chosen.map(toTagKey));
  const others = tags.filter((tag) => !chosenKeys.has(toTagKey(tag)));
  const without = (tag: string) => parameters.filter(([name, value]) => name !== 'tag' || value !== tag);
  if (chosen.length + others.length === 0) return null;
  return (
    <details class="dropdown tags" name="filter">
      <summary class={chosen.length === 0 ? undefined : 'chosen'}>Tags</summary>
      <ul>
        {chosen.map((tag) => (
          <li>
            <a href={toListPath(without(tag))} aria-current="true">
              <TagChip tag={tag} />
            </a>
          </li>
        ))}
        {others.map((tag) => (
          <li>
            <a href={toListPath([...parameters, ['tag', tag]])}>
              <TagChip tag={tag} />
            </a>
          </li>
        ))}
        <li>
          <a href="/codes/tags">Change tags…</a>
        </li>
      </ul>
    </details>
  );
}

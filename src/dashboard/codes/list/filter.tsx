import { CONTENT_TYPES } from '#core/content/content.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { STATUS_NAMES } from '../control/words.ts';
import { HiddenFields } from '../../kit/buttons.tsx';
import { Field, Filled } from '../../kit/field.tsx';
import { FilterChips, type FilterGroup, FilterMenu } from '../../kit/choices/filters.tsx';
import { CONTENT_NAMES } from '../content-names.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import type { Columns } from './columns.ts';
import { DisplayMenu, findOrder } from './display-menu.tsx';
import { type CodeListQuery, type Parameters, toListPath, withParameter } from './list-query.ts';

/** A filter with a single value, by its name in the address. */
interface Filter {
  readonly name: string;
  readonly label: PlainMessage;
  /** Without a label, the value speaks for itself. */
  readonly choices: readonly { readonly value: string; readonly label?: PlainMessage }[];
}

const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'State',
    choices: CODE_STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
  },
  {
    name: 'target',
    label: 'Target',
    choices: [{ value: 'broken', label: 'Broken target' }],
  },
  {
    name: 'kind',
    label: 'Kind',
    choices: [
      { value: 'dynamic', label: 'Dynamic' },
      { value: 'static', label: 'Static' },
    ],
  },
  {
    name: 'type',
    label: 'Content',
    choices: CONTENT_TYPES.map((type) => ({ value: type, label: CONTENT_NAMES[type] })),
  },
  {
    name: 'archived',
    label: 'Archived',
    choices: [
      { value: 'true', label: 'Archived only' },
      { value: 'any', label: 'Including archived' },
    ],
  },
];

interface CodeFilterProps {
  readonly query: CodeListQuery;
  readonly tags: readonly string[];
  /** The account's domains, which are offered too. */
  readonly hosts: readonly string[];
  readonly columns: Columns;
}

/**
 * Search and filters of the list. The address contains them, so that people can bookmark a search. Each filter is a link: it works at once,
 * with and without a script. A script renews the named parts and the list during typing.
 */
export function CodeFilter({ query, tags, hosts, columns }: CodeFilterProps) {
  const { form, parameters } = query;
  return (
    <search class="filter cluster">
      <form class="cluster" action="/codes" data-live-search>
        <HiddenFields
          fields={Object.fromEntries(parameters.filter(([name]) => name !== 'q' && name !== 'tag'))}
        />
        {parameters
          .filter(([name]) => name === 'tag')
          .map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        <Filled.Provider value={form}>
          <Field
            name="q"
            label={say('Search')}
            attributes={{
              type: 'search',
              maxlength: LONGEST_SEARCH,
              placeholder: say('Title, target, link or tag'),
              autocomplete: 'off',
            }}
          />
        </Filled.Provider>
        <button type="submit" class="secondary outline">
          {say('Search')}
        </button>
      </form>
      <div class="cluster" data-live-part="menus">
        <FilterMenu
          groups={listGroups(parameters, tags, hosts)}
          more={
            tags.length === 0 ? null : (
              <p class="more">
                <a href="/codes/tags">{say('Manage tags')}</a>
              </p>
            )
          }
        />
        <DisplayMenu query={query} columns={columns} />
      </div>
      <div class="chosen" data-live-part="chosen">
        <FilterChips chips={listChips(query)} clear="/codes" />
      </div>
    </search>
  );
}

function listGroups(
  parameters: Parameters,
  tags: readonly string[],
  hosts: readonly string[],
): FilterGroup[] {
  const domain: Filter = { name: 'domain', label: 'Domain', choices: hosts.map((value) => ({ value })) };
  const filters = hosts.length === 0 ? FILTERS : [...FILTERS, domain];
  const single = filters.map(({ name, label, choices }) => {
    const chosen = parameters.find(([other]) => other === name)?.[1];
    return {
      name,
      label: say(label),
      choices: choices.map((choice) => ({
        label: choice.label === undefined ? choice.value : say(choice.label),
        isChosen: choice.value === chosen,
        href: toListPath(withParameter(parameters, name, choice.value === chosen ? '' : choice.value)),
      })),
    };
  });
  return tags.length === 0 ? single : [...single, listTagChoices(parameters, tags)];
}

/** A code must have all chosen tags: each link adds or removes one. */
function listTagChoices(parameters: Parameters, tags: readonly string[]): FilterGroup {
  const chosen = new Set(parameters.flatMap(([name, value]) => (name === 'tag' ? [toTagKey(value)] : [])));
  return {
    name: 'tag',
    label: say('Tags'),
    choices: tags.map((tag) => {
      const isChosen = chosen.has(toTagKey(tag));
      const isThis = ([name, value]: Parameters[number]) =>
        name === 'tag' && toTagKey(value) === toTagKey(tag);
      const others = parameters.filter((parameter) => !isThis(parameter));
      return {
        label: <TagChip tag={tag} />,
        isChosen,
        href: toListPath(isChosen ? others : [...parameters, ['tag', tag]]),
      };
    }),
  };
}

/** The differences from the plain list, except the search text, which its field shows. */
function listChips({ parameters }: CodeListQuery) {
  return parameters.flatMap(([name, value], i) => {
    const href = toListPath(parameters.filter((_, other) => other !== i));
    if (name === 'tag') return [{ href, name: value, shown: <TagChip tag={value} /> }];
    if (name === 'domain') return [{ href, name: value }];
    const choices = FILTERS.find((filter) => filter.name === name)?.choices ?? [];
    const label =
      name === 'sort' ? findOrder(value) : choices.find((choice) => choice.value === value)?.label;
    return label === undefined ? [] : [{ href, name: say(label) }];
  });
}

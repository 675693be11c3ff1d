import { sayInForm } from '#contract/problems/form-phrases.ts';
import { parseContentType } from '#core/content/content.ts';
import { readHost } from '#core/domains/host.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { LIST_SORTS, type ListSort } from '#core/lists/sort.ts';
import { findSearchProblem } from '#core/lists/search.ts';
import { parseTag, TAG_LIMITS, toTagKey } from '#core/codes/tags.ts';
import { MAX_CODES_LOOKED_AT, MAX_CODES_OF_SHORT_SEARCH } from '#service/codes/read.ts';
import { say } from '#languages/say.ts';
import { Form } from '../../frame/forms/form.ts';

const IS_DYNAMIC: ReadonlyMap<string, boolean> = new Map([
  ['dynamic', true],
  ['static', false],
]);

/** The filters, by their values in the address; without a value, archived codes are left out. */
const IS_ARCHIVED: ReadonlyMap<string, boolean | undefined> = new Map([
  ['true', true],
  ['any', undefined],
]);

export type Parameters = readonly (readonly [name: string, value: string])[];

/** What the address of the list requests. */
export interface CodeListQuery {
  /** The search text as typed. */
  readonly form: Form;
  readonly filter: QrCodeFilter;
  readonly sort: ListSort;
  /** The start of the page, from the previous page; null for the first one. */
  readonly cursor: string | null;
  /** The number of codes on the earlier pages, from the address, as of when they were shown. */
  readonly codesBefore: number;
  /** The current filters and order, as parameters for the addresses of other pages. */
  readonly parameters: Parameters;
  /** Whether any filter applies. */
  readonly isFiltered: boolean;
}

const DEFAULT_SORT: ListSort = '-created_at';

/**
 * Reads the address of the list. Only a search text can have an error. An unknown filter, which our pages never send, is ignored; the page
 * shows the filters that apply.
 */
export function readCodeListQuery(url: string): CodeListQuery {
  const { searchParams } = new URL(url);
  const query = new Form(searchParams);
  const type = parseContentType(query.value('type')) ?? undefined;
  const isDynamic = IS_DYNAMIC.get(query.value('kind'));
  const status = CODE_STATUSES.find((name) => name === query.value('status'));
  const isBroken = query.value('target') === 'broken';
  const host = readHost(query.value('domain'));
  const contains = query.trimmed('q');
  const tags = readTags(searchParams.getAll('tag'));
  const archived = IS_ARCHIVED.has(query.value('archived')) ? query.value('archived') : '';
  const sort = LIST_SORTS.find((name) => name === query.value('sort')) ?? DEFAULT_SORT;
  const cursor = query.value('cursor') || null;
  const filters = [
    ['q', contains],
    ['type', type ?? ''],
    ['kind', isDynamic === undefined ? '' : query.value('kind')],
    ['status', status ?? ''],
    ['target', isBroken ? 'broken' : ''],
    ['domain', host.ok ? host.value : ''],
    ...tags.map((tag) => ['tag', tag] as const),
    ['archived', archived],
  ] as const;
  const applied: Parameters = filters.filter(([, value]) => value !== '');
  const form = new Form([['q', query.value('q')]]);
  const problem = findSearchProblem(contains);
  if (problem) form.refuse('q', sayInForm(problem, say('The text')));
  return {
    form,
    filter: {
      type,
      isDynamic,
      status,
      isBroken: isBroken || undefined,
      host: host.ok ? host.value : undefined,
      contains: contains === '' ? undefined : contains,
      tags: tags.length === 0 ? undefined : tags,
      isArchived: archived === '' ? false : IS_ARCHIVED.get(archived),
    },
    sort,
    cursor,
    codesBefore: cursor === null ? 0 : Number(/^\d{1,9}$/.exec(query.value('before'))?.[0] ?? 0),
    parameters: withSort(applied, sort),
    isFiltered: applied.length > 0,
  };
}

/** Each tag once, and at most as many as a code can have. */
function readTags(texts: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const text of texts) {
    const tag = parseTag(text);
    if (tag.ok && !tags.has(toTagKey(tag.value))) tags.set(toTagKey(tag.value), tag.value);
  }
  return [...tags.values()].slice(0, TAG_LIMITS.perCode);
}

/** The same list in another order. */
export function withSort(parameters: Parameters, sort: ListSort): Parameters {
  return withParameter(parameters, 'sort', sort === DEFAULT_SORT ? '' : sort);
}

/** Parameters in the form of an address. The cursors of a list are bound to them too. */
export function formatParameters(parameters: Parameters): string {
  return new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
}

/** The address of the list, or of something made from the same codes, such as an export. */
export function toListPath(parameters: Parameters, path = '/codes'): string {
  const query = formatParameters(parameters);
  return query === '' ? path : `${path}?${query}`;
}

/** The page that is shown, with the filters and the order, as parameters: a change of its codes leads back to it. */
export function listPageParameters({ parameters, cursor, codesBefore }: CodeListQuery): Parameters {
  return cursor === null ? parameters : [...parameters, ...toPlace(cursor, codesBefore)];
}

/** The parameters of a page that is not the first. */
export function toPlace(cursor: string, codesBefore: number): Parameters {
  return [
    ['cursor', cursor],
    ['before', String(codesBefore)],
  ];
}

/** The same filters except one. */
export function withParameter(parameters: Parameters, name: string, value: string): Parameters {
  const others = parameters.filter(([other]) => other !== name);
  return value === '' ? others : [...others, [name, value]];
}

export function saySearchTooShort(): string {
  return say(
    'Type a word of at least 3 characters: shorter ones can only be found among {most, number} codes or fewer.',
    { most: MAX_CODES_OF_SHORT_SEARCH },
  );
}

export function saySearchTooBroad(): string {
  return say(
    'More than {most, number} codes match, which is too many for this order. Type a longer text, or choose “Newest first”.',
    { most: MAX_CODES_LOOKED_AT },
  );
}

/** What the list makes of an address, as it would write the query itself. */
export function toCodeListViewQuery(url: string): string {
  return formatParameters(readCodeListQuery(url).parameters);
}

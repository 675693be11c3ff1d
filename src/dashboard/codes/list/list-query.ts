import { parseContentType } from '#core/content/content.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { parseCursor } from '#core/codes/list-cursor.ts';
import type { ListPosition } from '#core/codes/list-position.ts';
import { findPlainTextProblem } from '#core/plain-text.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { parseTag, TAG_LIMITS, toTagKey } from '#core/codes/tags.ts';
import { MAX_CODES_OF_SHORT_SEARCH } from '#service/codes/read.ts';
import type { QrCodeFilter } from '#storage/codes/list.ts';
import { Form } from '../../frame/form.ts';

const IS_DYNAMIC: ReadonlyMap<string, boolean> = new Map([
  ['dynamic', true],
  ['static', false],
]);

/** By the values of the address; without one, archived codes are left out. */
const IS_ARCHIVED: ReadonlyMap<string, boolean | undefined> = new Map([
  ['true', true],
  ['any', undefined],
]);

export type Parameters = readonly (readonly [name: string, value: string])[];

/** What the address of the list asks for. */
export interface CodeListQuery {
  /** The search text as somebody typed it. */
  readonly form: Form;
  readonly filter: QrCodeFilter;
  readonly after: ListPosition | null;
  /** How many codes stand on the pages before. The address says so, as it was when they were shown. */
  readonly codesBefore: number;
  /** The filters that apply, as parameters of the addresses of other pages. */
  readonly parameters: Parameters;
}

/**
 * Reads the address of the list. Only a search text can have an error. An unknown filter, which our pages never send, is ignored; the page
 * shows which filters apply.
 */
export function readCodeListQuery(url: string): CodeListQuery {
  const { searchParams } = new URL(url);
  const query = new Form(searchParams);
  const type = parseContentType(query.value('type')) ?? undefined;
  const isDynamic = IS_DYNAMIC.get(query.value('kind'));
  const status = CODE_STATUSES.find((name) => name === query.value('status'));
  const contains = query.trimmed('q');
  const tags = readTags(searchParams.getAll('tag'));
  const archived = IS_ARCHIVED.has(query.value('archived')) ? query.value('archived') : '';
  const after = parseCursor(query.value('cursor'));
  const parameters = [
    ['q', contains],
    ['type', type ?? ''],
    ['kind', isDynamic === undefined ? '' : query.value('kind')],
    ['status', status ?? ''],
    ...tags.map((tag) => ['tag', tag] as const),
    ['archived', archived],
  ] as const;
  const form = new Form([['q', query.value('q')]]);
  const problem = findPlainTextProblem(contains, LONGEST_SEARCH);
  if (problem !== null) form.refuse('q', `The text ${problem}`);
  return {
    form,
    filter: {
      type,
      isDynamic,
      status,
      contains: contains === '' ? undefined : contains,
      tags: tags.length === 0 ? undefined : tags,
      isArchived: archived === '' ? false : IS_ARCHIVED.get(archived),
    },
    after,
    codesBefore: after === null ? 0 : Number(/^\d{1,9}$/.exec(query.value('before'))?.[0] ?? 0),
    parameters: parameters.filter(([, value]) => value !== ''),
  };
}

/** Each once, and no more than a code can have. */
function readTags(texts: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const text of texts) {
    const tag = parseTag(text);
    if (tag.ok && !tags.has(toTagKey(tag.value))) tags.set(toTagKey(tag.value), tag.value);
  }
  return [...tags.values()].slice(0, TAG_LIMITS.perCode);
}

/** The address of the list, or of what is made of the same codes, such as an export. */
export function toListPath(parameters: Parameters, path = '/codes'): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The same filters, but for one. */
export function withParameter(parameters: Parameters, name: string, value: string): Parameters {
  const others = parameters.filter(([other]) => other !== name);
  return value === '' ? others : [...others, [name, value]];
}

export const SEARCH_TOO_SHORT = `Type at least 3 characters: shorter texts are only looked for among ${MAX_CODES_OF_SHORT_SEARCH} codes or fewer.`;

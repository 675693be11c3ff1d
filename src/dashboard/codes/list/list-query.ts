import { parseContentType } from '#core/content/content.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { parseCursor } from '#core/codes/list-cursor.ts';
import type { ListPosition } from '#core/codes/list-position.ts';
import { findPlainTextProblem } from '#core/plain-text.ts';
import { LONGEST_SEARCH } from '#core/codes/limits.ts';
import { MAX_CODES_OF_SHORT_SEARCH } from '#service/codes/read.ts';
import type { QrCodeFilter } from '#storage/codes/list.ts';
import { Form } from '../../frame/form.ts';

const IS_DYNAMIC: ReadonlyMap<string, boolean> = new Map([
  ['dynamic', true],
  ['static', false],
]);

/** What the address of the list asks for. */
export interface CodeListQuery {
  /** The filters as somebody typed them. */
  readonly form: Form;
  readonly filter: QrCodeFilter;
  readonly after: ListPosition | null;
  /** How many codes stand on the pages before. The address says so, as it was when they were shown. */
  readonly codesBefore: number;
  /** The filters that apply, as parameters of the addresses of other pages. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Reads the address of the list. Only a search text can have an error. An unknown filter, which our pages never send, is ignored; the page
 * shows which filters apply.
 */
export function readCodeListQuery(url: string): CodeListQuery {
  const query = new Form(new URL(url).searchParams);
  const type = parseContentType(query.value('type')) ?? undefined;
  const isDynamic = IS_DYNAMIC.get(query.value('kind'));
  const status = CODE_STATUSES.find((name) => name === query.value('status'));
  const contains = query.trimmed('q');
  const parameters = {
    ...(contains === '' ? {} : { q: contains }),
    ...(type === undefined ? {} : { type }),
    ...(isDynamic === undefined ? {} : { kind: query.value('kind') }),
    ...(status === undefined ? {} : { status }),
  };
  const form = new Form(Object.entries({ ...parameters, q: query.value('q') }));
  const after = parseCursor(query.value('cursor'));
  const problem = findPlainTextProblem(contains, LONGEST_SEARCH);
  if (problem !== null) form.refuse('q', `The text ${problem}`);
  return {
    form,
    filter: { type, isDynamic, status, contains: contains === '' ? undefined : contains },
    after,
    codesBefore: after === null ? 0 : Number(/^\d{1,9}$/.exec(query.value('before'))?.[0] ?? 0),
    parameters,
  };
}

/** The address of the list, or of what is made of the same codes, such as an export. */
export function toListPath(parameters: Readonly<Record<string, string>>, path = '/codes'): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? path : `${path}?${query}`;
}

export const SEARCH_TOO_SHORT = `Type at least 3 characters: shorter texts are only looked for among ${MAX_CODES_OF_SHORT_SEARCH} codes or fewer.`;

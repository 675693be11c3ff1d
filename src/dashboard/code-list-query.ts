import { type ContentType, parseContentType } from '../core/content.ts';
import { parseCursor } from '../core/list-cursor.ts';
import type { ListPosition } from '../core/list-position.ts';
import { findPlainTextProblem } from '../core/plain-text.ts';
import { LONGEST_SEARCH } from '../core/qr-code-limits.ts';
import type { QrCodeFilter } from '../storage/qr-codes.ts';
import { Form } from './form.ts';

const IS_DYNAMIC: ReadonlyMap<string, boolean> = new Map([
  ['dynamic', true],
  ['static', false],
]);

/** What the address of the list asks for. */
export interface CodeListQuery {
  /** The filters as they were typed. */
  readonly form: Form;
  readonly filter: QrCodeFilter;
  readonly after: ListPosition | null;
  /** The filters that apply, as parameters of the addresses of other pages. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Reads the address of the list. Only a search text can be refused: whatever else our own page never asks for is passed over, and
 * the page shows which filters apply.
 */
export function readCodeListQuery(url: string): CodeListQuery {
  const query = new Form(new URL(url).searchParams);
  const type = parseContentType(query.value('type')) ?? undefined;
  const isDynamic = IS_DYNAMIC.get(query.value('kind'));
  const contains = query.trimmed('q');
  const parameters = {
    ...(contains === '' ? {} : { q: contains }),
    ...(type === undefined ? {} : { type }),
    ...(isDynamic === undefined ? {} : { kind: query.value('kind') }),
  };
  const form = new Form(Object.entries({ ...parameters, q: query.value('q') }));
  const problem = findPlainTextProblem(contains, LONGEST_SEARCH);
  if (problem !== null) form.refuse('q', `The text ${problem}`);
  return {
    form,
    filter: toFilter(contains, type, isDynamic),
    after: parseCursor(query.value('cursor')),
    parameters,
  };
}

function toFilter(
  contains: string,
  type: ContentType | undefined,
  isDynamic: boolean | undefined,
): QrCodeFilter {
  return { type, isDynamic, contains: contains === '' ? undefined : contains };
}

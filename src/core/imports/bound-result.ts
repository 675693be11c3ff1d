import type { RowResult } from './import-job.ts';

/**
 * What the result of one row takes at most, as JSON in UTF-8. Reports are stored, and returned by the page: a file of a megabyte must not
 * become one of twenty.
 */
export const MAX_RESULT_BYTES = 1024;

/** Bytes of one text of a result that is too large, tried in turn. */
const SHARES = [300, 200, 120, 80, 40, 20];

/** What a code or a name says is lost once it is cut. */
const NEVER_CUT: ReadonlySet<string> = new Set(['code', 'reason', 'quota']);

/** The names of our own fields are shorter: only a key that a caller chose is cut. */
const FIELD_BYTES = 64;

/** A result as it is stored, or as a door says it. */
type AnyResult = Omit<RowResult, 'error' | 'warnings'> & {
  readonly error: { readonly code: string; readonly problems?: readonly unknown[] } | null;
  readonly warnings: readonly object[];
};

/** A result that fits: one that is too large keeps the beginning of each of its texts, and as a last resort fewer problems. */
export function boundResult<Result extends AnyResult>(result: Result): Result {
  for (const shorter of shorten(result)) if (countBytes(shorter) <= MAX_RESULT_BYTES) return shorter;
  throw new Error(`the result of row ${result.row} cannot be shortened`);
}

function* shorten<Result extends AnyResult>(result: Result): Generator<Result> {
  yield result;
  for (const share of SHARES) yield cutResult(result, share);
  for (const count of [2, 1]) yield cutResult(withProblems(result, count), SHARES.at(-1) ?? 0);
  for (const count of [6, 3])
    yield cutResult(withChanges(withProblems(result, 1), count), SHARES.at(-1) ?? 0);
}

function withChanges<Result extends AnyResult>(result: Result, count: number): Result {
  const leftOut = Math.max(0, result.changes.length - count);
  return {
    ...result,
    changes: result.changes.slice(0, count),
    changesLeftOut: result.changesLeftOut + leftOut,
  };
}

function withProblems<Result extends AnyResult>(result: Result, count: number): Result {
  const { error } = result;
  if (!error?.problems || error.problems.length <= count) return result;
  return { ...result, error: { ...error, problems: error.problems.slice(0, count), isCut: true } };
}

const encoder = new TextEncoder();

export function countBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

function cutResult<Result extends AnyResult>(result: Result, most: number): Result {
  return {
    ...cutTexts(result, most),
    externalId: result.externalId && cut(result.externalId, SHARES[0] ?? most),
  };
}

function cutTexts<T>(value: T, most: number): T {
  if (typeof value === 'string') return cut(value, most) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => cutTexts(item, most)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cutNamed(key, item, most)]),
  ) as T;
}

function cutNamed(key: string, value: unknown, most: number): unknown {
  if (NEVER_CUT.has(key)) return value;
  return cutTexts(value, key === 'field' ? Math.max(FIELD_BYTES, most) : most);
}

/** The beginning of a text whose JSON takes at most so many bytes: a control character takes six. */
function cut(text: string, most: number): string {
  if (text.length <= most && countBytes(text) <= most) return text;
  // The quotes and the ellipsis.
  let left = most - 5;
  let kept = '';
  for (const character of text.slice(0, most)) {
    left -= countBytes(character) - 2;
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

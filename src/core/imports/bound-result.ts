import type { RowResult } from './import-job.ts';

/**
 * What the result of one row takes at most, as JSON in UTF-8. Reports are stored, and returned by the page: a file of a megabyte must not
 * become one of twenty.
 */
export const MAX_RESULT_BYTES = 1024;

/** Bytes of one text of a result that is too large, tried in turn. The last one fits whatever the row holds. */
const SHARES = [300, 200, 120, 80, 40, 20];

/** A result that fits: one that is too large keeps the beginning of each of its texts. */
export function boundResult(result: RowResult): RowResult {
  if (countBytes(result) <= MAX_RESULT_BYTES) return result;
  for (const share of SHARES) {
    const bounded = { ...cutTexts(result, share), externalId: cut(result.externalId, SHARES[0] ?? share) };
    if (countBytes(bounded) <= MAX_RESULT_BYTES) return bounded;
  }
  throw new Error(`the result of row ${result.row} cannot be shortened`);
}

const encoder = new TextEncoder();

export function countBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

function cutTexts<T>(value: T, most: number): T {
  if (typeof value === 'string') return cut(value, most) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => cutTexts(item, most)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTexts(item, most)])) as T;
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

import { describe, expect, it } from 'vitest';
import { boundResult, countBytes, MAX_RESULT_BYTES } from '#core/imports/bound-result.ts';
import type { RowResult } from '#core/imports/import-job.ts';

interface Stored {
  readonly code: string;
  readonly field: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const HOSTILE = ['y', '"', 'ä', '😀', '\u0001', '\ud83d'];

const resultOf = (text: string, problems: readonly Stored[], externalId = 'x'.repeat(255)) =>
  ({
    ...{ row: 10_000, line: 1_000_000, state: 'failed', id: 'qr_k7m2p9qa', externalId },
    ...{ target: text, title: text, tags: text, shortUrl: `https://go.example.com/${text}` },
    ...{ changes: [], changesLeftOut: 0 },
    error: { code: 'invalid_request', problems, isCut: false },
    warnings: [],
  }) satisfies RowResult<Stored>;

const times = (count: number, problem: Stored) => Array.from({ length: count }, () => problem);

/** Every text of our own that a result keeps, whatever surrounds it. */
const namesOf = (error: { readonly code: string; readonly problems: readonly Stored[] }) => [
  error.code,
  ...error.problems.flatMap(({ code, field, values }) => [code, field, (values['fault'] as Stored).code]),
];

describe('the result of a row', () => {
  it('stays as it is if it fits', () => {
    const result = resultOf('Spring', []);
    expect(boundResult(result)).toBe(result);
  });

  it.each(HOSTILE)('fits whatever it holds, with whole codes and fields: %j', (character) => {
    const text = character.repeat(300);
    const problem = {
      code: 'rule_without_condition',
      field: 'rules[49].when.not_country[299]',
      values: { host: text, fault: { code: 'vcard_without_structured_name', values: { text } } },
    };
    for (const count of [1, 2, 3])
      for (const externalId of ['x'.repeat(255), text]) {
        const result = boundResult(resultOf(text, times(count, problem), externalId));
        expect(countBytes(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
        const { error } = result;
        expect(namesOf(error).slice(0, 4)).toEqual(namesOf({ ...error, problems: [problem] }));
        expect(error.problems.every((one) => one.code === problem.code && one.field === problem.field)).toBe(
          true,
        );
        expect(error.isCut).toBe(error.problems.length < count);
      }
  });

  it('keeps the beginning of a name that a caller chose', () => {
    const problem = { code: 'unknown_field', field: `style.${'\u0001'.repeat(94)}`, values: {} };
    const { error } = boundResult(resultOf('x', times(3, problem)));
    expect(error.problems).toHaveLength(3);
    expect(error.problems[0]?.field).toMatch(/^style\..+…$/s);
  });

  it('tells fewer problems rather than none of their values', () => {
    const allowed = Array.from({ length: 30 }, (_, i) => `value ${i}`);
    const problem = { code: 'wrong_value', field: 'style.modules', values: { allowed } };
    const { error } = boundResult(resultOf('x'.repeat(300), times(3, problem)));
    expect(error).toEqual({ code: 'invalid_request', problems: [problem], isCut: true });
  });
});

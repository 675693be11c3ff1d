import { expect, it } from 'vitest';
import { describeError } from '#core/log-line.ts';

it('a failure is described by its root, never by the errors around it', () => {
  const root = new Error('D1_ERROR: overloaded');
  const query = new Error('Failed query: insert … params: https://example.com/secret', { cause: root });
  expect(describeError(new Error('D1 did not answer', { cause: query }))).toBe('Error: D1_ERROR: overloaded');
});

it('a cause that is no error is left out, because it can hold anything; codes are added', () => {
  const cause = new URLSearchParams({ state: 'secret' });
  const error = Object.assign(new Error('refused', { cause }), { code: 'OAUTH', error: 'access_denied' });
  expect(describeError(error)).toBe('Error: refused, OAUTH, access_denied');
});

it('a description is cut, and anything that was thrown has one', () => {
  expect(describeError(new Error('x'.repeat(1_000)))).toHaveLength(500);
  expect(describeError('a text')).toBe('a text');
  expect(describeError(undefined)).toBe('undefined');
});

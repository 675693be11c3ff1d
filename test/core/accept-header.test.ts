import { describe, expect, it } from 'vitest';
import { parseAcceptHeader, pickAccepted } from '#core/http/accept-header.ts';

describe('parseAcceptHeader', () => {
  it.each([
    ['text/csv', ['text/csv']],
    ['de-CH, fr;q=0.9, en;q=0.95, *;q=0.5', ['de-ch', 'en', 'fr', '*']],
    ['gzip;q=0, br;q=0.000, GZIP ; q=1.000', ['gzip']],
    ['a, b;q=1, c', ['a', 'b', 'c']],
    ['text/csv; charset=utf-8; q=0.2, application/json;version=1;q=0.3', ['application/json', 'text/csv']],
    ['text/csv; header=present', ['text/csv']],
    ['', []],
    [' , ;q=1,,', []],
    [null, []],
    [undefined, []],
  ])('reads %j by weight, then by order', (header, items) => {
    expect(parseAcceptHeader(header)).toEqual(items);
  });

  it.each(['a;q=2', 'a;q=1.5', 'a;q=-1', 'a;q=', 'a;q=0.1234', 'a;q=x'])(
    'leaves out %j, whose weight is malformed',
    (header) => {
      expect(parseAcceptHeader(header)).toEqual([]);
    },
  );

  it('reads the first 1,000 characters', () => {
    expect(parseAcceptHeader(`${'a,'.repeat(500)}b`)).not.toContain('b');
  });
});

describe('pickAccepted', () => {
  const types = ['application/json', 'text/csv'] as const;

  it.each([
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['application/json;q=0.5, text/csv', 'text/csv'],
    ['text/html, text/csv;q=0.1', 'text/csv'],
    ['text/html, */*', null],
  ])('picks of %j the type that the caller prefers', (header, type) => {
    expect(pickAccepted(header, types)).toBe(type);
  });
});

import { describe, expect, it } from 'vitest';
import { formatAmount, readTypedAmount } from '#core/content/payments/amount.ts';

describe('an amount as people type it', () => {
  it.each([
    ['50', '50'],
    ['12.3', '12.3'],
    ['49,90', '49.90'],
    ["1'234.50", '1234.50'],
    ['1’234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1\u00a0234,50', '1234.50'],
    ['1\u202f234\u202f567,5', '1234567.5'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1,234,567.89', '1234567.89'],
    ['1234,50', '1234.50'],
    // Three digits after a single mark are thousands: an amount has two decimals at most.
    ['1.234', '1234'],
    ['1,234', '1234'],
    ['12.345.678', '12345678'],
    ['€ 12.30', '12.30'],
    ['12,30€', '12.30'],
    ['12.30 EUR', '12.30'],
    ['eur 1.234,–', '1234'],
    [' 20.- ', '20'],
    [',50', '0.50'],
    ['007', '7'],
  ])('%j means %j', (typed, amount) => {
    expect(readTypedAmount(typed, 'EUR')).toBe(amount);
  });

  it.each(['CHF 12.30', '12.30 chf', 'Fr. 12.30', 'SFr. 12.30', '12.30\u00a0Fr.'])(
    '%j is in Swiss francs',
    (typed) => {
      expect(readTypedAmount(typed, 'CHF')).toBe('12.30');
      expect(readTypedAmount(typed, 'EUR')).toBe(typed);
    },
  );

  it.each([
    ...[
      '',
      '€',
      '.',
      ',',
      '.-',
      'twelve',
      '-5',
      '+5',
      '1e3',
      '12.30 USD',
      '0.500',
      '0,125',
      '1.2345',
      '12.3.4',
    ],
    ...[
      '1234.567',
      '1.23.456',
      "1'23",
      "1'234,567.50",
      '1,234,50',
      '1.234.50',
      '12 30',
      '٣',
      `1${' '.repeat(50)}`,
    ],
  ])('%j is none, and stays as it is', (typed) => {
    expect(readTypedAmount(typed, 'EUR')).toBe(typed);
  });

  it.each([
    ['en-GB', '€1,234.50'],
    ['de', '1.234,50\u00a0€'],
    ['fr', '1\u202f234,50\u00a0€'],
  ])('is written as people read it in %s', (locale, written) => {
    expect(formatAmount('1234.5', 'EUR', locale)).toBe(written);
  });
});

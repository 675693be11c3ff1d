import { describe, expect, it } from 'vitest';
import { readUnsubscribe, signUnsubscribe } from '#core/summaries/unsubscribe.ts';
import { lastWeek, nextSummary } from '#core/summaries/week.ts';

const at = (text: string) => Date.parse(text);

describe('the week of a summary', () => {
  it.each([
    ['2026-11-22T23:59:59.999Z', '2026-11-09', '2026-11-15'],
    ['2026-11-23T00:00:00Z', '2026-11-16', '2026-11-22'],
    ['2027-01-01T12:00:00Z', '2026-12-21', '2026-12-27'],
  ])('is at %s the one from %s to %s', (now, from, to) => {
    expect(lastWeek(at(now))).toEqual({ from, to });
  });

  it.each([
    ['2026-11-22T12:00:00Z', '2026-11-23T06:00:00Z'],
    ['2026-11-23T05:59:59Z', '2026-11-23T06:00:00Z'],
    ['2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'],
  ])('is summarised from %s on at %s', (now, next) => {
    expect(nextSummary(at(now))).toBe(at(next));
  });
});

describe('the link that ends summaries', () => {
  const PERSON = 'per_0123456789abcdef';

  it('identifies its person only to those who know the pepper', () => {
    const signed = signUnsubscribe('pepper', PERSON);
    expect(readUnsubscribe('pepper', signed)).toBe(PERSON);
    expect(readUnsubscribe('other', signed)).toBeNull();
    expect(readUnsubscribe('pepper', signed.replace('per_0', 'per_1'))).toBeNull();
    expect(readUnsubscribe('pepper', `${signed.slice(0, -1)}${signed.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
    for (const text of ['', PERSON, `${PERSON}.`, `${signed}x`, '__proto__']) {
      expect(readUnsubscribe('pepper', text)).toBeNull();
    }
  });
});

import { describe, expect, it } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { checkShortCode, parseShortCode } from '#core/links/short-code.ts';
import { SCANNER_PATHS } from '#harness/data/scanner-paths.ts';

describe('a short code', () => {
  it.each([
    'abc',
    'menu-2027',
    '2027',
    'Menu-2027',
    'a-b--c-',
    'sandwich',
    `${'x'.repeat(63)}1`,
    'apple-juice',
    'paypal',
    'wifi-password',
  ])('may be %s, and is read in either case', (text) => {
    expect(checkShortCode(text)).toEqual({ ok: true, value: text.toLowerCase() });
    expect(parseShortCode(text.toUpperCase())).toBe(text.toLowerCase());
  });

  it.each([
    ['ab', 'must have 3 to 64'],
    ['', 'must have 3 to 64'],
    ['x'.repeat(65), 'must have 3 to 64'],
    ['---', 'not hyphens alone'],
    ['menü', 'must have 3 to 64'],
    ['menu.php', 'must have 3 to 64'],
    ['menu/1', 'must have 3 to 64'],
    ['menu 1', 'must have 3 to 64'],
    // A Kelvin sign, whose lower case is an ordinary k.
    ['\u212Affee', 'must have 3 to 64'],
    ['pancakes', 'looks like one of our ids'],
    ['PANCAKES', 'looks like one of our ids'],
    // Nine characters are an id in a later shard.
    ['breakfast', 'looks like one of our ids'],
    ['report', 'keeps that for itself'],
    ['Robots', 'keeps that for itself'],
    ['well-known', 'keeps that for itself'],
    ['cdn-cgi', 'keeps that for itself'],
    ['paypal-login', 'must not look like'],
    ['Verify-Your-PayPa1', 'must not look like'],
    ['m1cr0s0ft--pass-word', 'must not look like'],
  ])('is not %s', (text, problem) => {
    const checked = checkShortCode(text);
    if (checked.ok) throw new Error(`${text} is taken`);
    expect(toFieldError({ ...checked.error, field: 'short_code' }).message).toContain(problem);
    if (!problem.includes('must not look like')) expect(parseShortCode(text)).toBeNull();
  });

  it('is never a path that web scanners request from every host', () => {
    for (const path of SCANNER_PATHS) expect(parseShortCode(path), path).toBeNull();
  });
});

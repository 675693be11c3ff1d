import { expect, it } from 'vitest';
import { parseName } from '#core/accounts/name.ts';

it.each([['Ada'], ['🍲'.repeat(100)], ['Zoë O’Hara-岡田']])('accepts the name %s', (name) => {
  expect(parseName(`  ${name}\n`)).toBe(name);
});

it.each([[''], [' \n'], ['🍲'.repeat(101)], ['a\nb'], ['a\0b'], ['\ud83c']])(
  'refuses the name %j',
  (text) => {
    expect(parseName(text)).toBeNull();
  },
);

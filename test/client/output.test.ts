import { expect, it } from 'vitest';
import { toLine } from '../../client/src/command/output.ts';

it('a text that somebody else wrote cannot write to a terminal', () => {
  expect(toLine('Menu\u001B[2J\u009B2J\r\n\u202Ename')).toBe('Menu\uFFFD[2J\uFFFD2J\uFFFD\uFFFD\uFFFDname');
  expect(toLine('Menü 你好 👋🏽')).toBe('Menü 你好 👋🏽');
});

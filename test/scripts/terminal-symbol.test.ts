import { describe, expect, it } from 'vitest';
import { readTerminal } from '#harness/symbols/read-terminal.ts';
import { drawTerminalSymbol } from '#scripts/support/terminal-symbol.ts';

describe('a symbol in the terminal', () => {
  it.each(['https://qr.acme.workers.dev/Ab3dE9x', 'Grüße, 你好', 'x'.repeat(300)])(
    'is read by another program: %s',
    async (text) => {
      expect(await readTerminal(drawTerminalSymbol(text))).toBe(text);
    },
  );

  it('has a quiet zone of four modules on each side, black on white', () => {
    const lines = drawTerminalSymbol('HELLO').split('\n').slice(0, -1);
    // Version 1: 21 modules and twice 4, two rows a line.
    expect(lines).toHaveLength(15);
    for (const line of lines)
      expect(line.split('\u001B')).toEqual([
        '',
        expect.stringMatching(/^\[38;5;16;48;5;231m {4}.{21} {4}$/),
        '[0m',
      ]);
    expect(lines.slice(0, 2).join('')).not.toMatch(/[▀▄█]/);
  });

  it('refuses a text that no symbol holds', () => {
    expect(() => drawTerminalSymbol('x'.repeat(2_954))).toThrow('a symbol holds no 2954 bytes');
  });
});

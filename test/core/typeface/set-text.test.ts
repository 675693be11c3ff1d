import { describe, expect, test } from 'vitest';
import { linesIn, measure, setText, type TextBox, toDrawnText } from '#core/typeface/set-text.ts';
import { loadTypeface } from '#core/typeface/typeface.ts';

const typeface = await loadTypeface('regular');

/** The lines of a text in a box, with letters between 4 and 10 high. */
function set(text: string, box: Partial<TextBox> = {}) {
  return setText(typeface, text, {
    width: 100,
    largest: 10,
    smallest: 4,
    linesAt: () => 2,
    mayCut: true,
    ...box,
  });
}

function linesOf(text: string, box: Partial<TextBox> = {}): string[] {
  const result = set(text, box);
  if (!result.ok) throw new Error(`needs a width of ${result.error}`);
  for (const { width } of result.value.lines) expect(width).toBeLessThanOrEqual(box.width ?? 100);
  return result.value.lines.map((line) => line.text);
}

describe('a text in a box', () => {
  test('is on one line at the largest size if that fits', () => {
    const result = set('Lunch menu');
    expect(result).toMatchObject({ ok: true, value: { size: 10, isCut: false } });
    expect(linesOf('Lunch menu')).toEqual(['Lunch menu']);
    expect(measure(typeface, 'HH')).toBe(2 * measure(typeface, 'H'));
  });

  test('breaks its lines at spaces and after slashes, never within a word', () => {
    expect(linesOf('Printer on the second floor')).toEqual(['Printer on the', 'second floor']);
    expect(linesOf('go.example.com/k7m2p9qa', { width: 80 })).toEqual(['go.example.com/', 'k7m2p9qa']);
  });

  test('shrinks until it fits', () => {
    const result = set('Donaudampfschifffahrtsgesellschaft');
    expect(result.ok && result.value.lines).toHaveLength(1);
    expect(result.ok && result.value.size).toBeLessThan(10);
    expect(result.ok && result.value.size).toBeGreaterThan(4);
  });

  test('is cut at the smallest size, after a character, with an ellipsis', () => {
    const text = 'Word '.repeat(40).trim();
    const result = set(text);
    expect(result).toMatchObject({ ok: true, value: { size: 4, isCut: true } });
    const lines = linesOf(text);
    expect(lines).toHaveLength(2);
    expect(text).toContain(lines[0]);
    expect(lines[0]).toMatch(/Word$/);
    expect(lines[1]).toMatch(/…$/);
    // Another letter would not have fitted.
    expect(measure(typeface, `${lines[1]}W`) * 4).toBeGreaterThan(100);
    expect(linesOf('W'.repeat(200), { linesAt: () => 1 })[0]).toMatch(/^W+…$/);
  });

  test('that may not be cut returns the width that it needs', () => {
    const text = 'go.example.com/a-name-that-somebody-chose-and-that-has-no-end-of-its-own';
    const refused = set(text, { mayCut: false });
    expect(refused.ok).toBe(false);
    const width = refused.ok ? 0 : refused.error;
    expect(linesOf(text, { mayCut: false, width })).toEqual(text.split(/(?<=\/)/));
    expect(set(text, { mayCut: false, width: width - 0.01 }).ok).toBe(false);
  });

  test('has as many lines as the height has room for', () => {
    expect([0.5, 1.37, 2.56, 2.57, 3.77].map(linesIn)).toEqual([1, 1, 1, 2, 3]);
    const result = set('one two three four five six seven eight nine ten eleven twelve', {
      linesAt: (size) => linesIn(30 / size),
    });
    expect(result.ok && result.value.size * (1.37 + (result.value.lines.length - 1) * 1.2)).toBeLessThan(30);
    expect(result.ok && result.value.lines.length).toBeGreaterThan(2);
  });
});

test('a drawn text has composed letters, single spaces, and no invisible characters', () => {
  expect(toDrawnText('  Cafe\u0301\u00a0 au\t\u200blait\u202e ')).toBe('Café au lait');
});

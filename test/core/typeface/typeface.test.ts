import { describe, expect, test } from 'vitest';
import { nameMissing } from '#core/typeface/characters.ts';
import { type Contour, loadTypeface } from '#core/typeface/typeface.ts';

function boxOf(contours: readonly Contour[]): number[] {
  const points = contours.flatMap(({ start, segments }) => [start, ...segments.flat()]);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

describe.each(['regular', 'bold'] as const)('Noto Sans %s', async (weight) => {
  const typeface = await loadTypeface(weight);

  test('capital letters stand on the baseline and end at the cap height, round ones a little beyond', () => {
    expect([typeface.unitsPerEm, typeface.capHeight]).toEqual([1000, 714]);
    for (const letter of 'HETHΕΗЕН') {
      const [, bottom, , top] = boxOf(typeface.contoursOf(letter));
      expect([letter, bottom, top]).toEqual([letter, 0, 714]);
    }
    const [, bottom = 0, , top = 0] = boxOf(typeface.contoursOf('O'));
    expect(bottom).toBeLessThan(0);
    expect(top).toBeGreaterThan(714);
  });

  test('an accented letter is its letter with the accent above', () => {
    const [plain, accented] = [typeface.contoursOf('E'), typeface.contoursOf('É')];
    expect(accented.slice(0, plain.length)).toEqual(plain);
    expect(boxOf(accented.slice(plain.length))[1]).toBeGreaterThan(714);
    expect(typeface.advanceOf('É')).toBe(typeface.advanceOf('E'));
  });

  test('every contour ends where it starts', () => {
    for (const character of 'Spiel 8&@ß Ψ Щ ế') {
      for (const { start, segments } of typeface.contoursOf(character))
        expect(segments.at(-1)?.at(-1)).toEqual(start);
    }
  });

  test('round letters have no corners', () => {
    for (const character of 'OoОο') {
      for (const { segments } of typeface.contoursOf(character)) {
        const curves = segments.filter((segment) => segment.length === 2);
        expect(curves.length).toBeGreaterThan(7);
        for (const [i, [control, to]] of curves.entries()) {
          const [next] = curves[(i + 1) % curves.length]!;
          const [inX, inY, outX, outY] = [
            to[0] - control[0],
            to[1] - control[1],
            next[0] - to[0],
            next[1] - to[1],
          ];
          const sine = (inX * outY - inY * outX) / (Math.hypot(inX, inY) * Math.hypot(outX, outY));
          expect(Math.abs(sine), character).toBeLessThan(0.05);
        }
      }
    }
  });

  test('languages of Europe, Turkish and Vietnamese have all of their letters; emoji and Chinese have none', () => {
    const texts = [
      'Příliš žluťoučký kůň úpěl ďábelské ódy',
      'Zażółć gęślą jaźń ŁÓDŹ',
      'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία ΆΈΉΊΌΎΏϊϋΐΰ',
      'Съешь же ещё этих мягких французских булок, да выпей чаю їєґЎђљњћџ',
      'Pijamalı hasta yağız şoföre çabucak güvendi İ',
      'Tiếng Việt: Ấ Ầ Ẩ Ẫ Ậ ơ ư đ',
      'Heizölrückstoßabdämpfung “„‚‘’”«»–—…€£₺₴№™°½×÷',
    ];
    for (const text of texts) {
      expect([...text].filter((character) => typeface.advanceOf(character) === null)).toEqual([]);
    }
    expect(['🎄', '中', 'א', 'ا', '\u0301', '\n'].map((character) => typeface.advanceOf(character))).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });

  test('exactly the listed characters have a glyph', () => {
    const differing = Array.from({ length: 0x3000 }, (_, codePoint) =>
      String.fromCodePoint(codePoint),
    ).filter((character) => (nameMissing(character) === null) !== (typeface.advanceOf(character) !== null));
    expect(differing).toEqual([]);
    expect(nameMissing('a🎄b')).toBe('"🎄" (U+1F384)');
  });
});

test('bold has the height of regular, and wider letters', async () => {
  const [regular, bold] = [await loadTypeface('regular'), await loadTypeface('bold')];
  expect([bold.unitsPerEm, bold.capHeight]).toEqual([regular.unitsPerEm, regular.capHeight]);
  for (const letter of 'Scan me Меню Μενού'.replaceAll(' ', ''))
    expect(bold.advanceOf(letter)).toBeGreaterThan(regular.advanceOf(letter)!);
});
